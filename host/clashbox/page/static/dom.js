// Elements made by hand: texts go in as text, never as markup.

/** An element: properties (class, data-..., on<event>, others as attributes), then children: elements, texts, lists. */
export function el(tag, given, ...children) {
  return fill(document.createElement(tag), given, children);
}

/** The same in SVG. */
export function svg(tag, given, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), given, children);
}

function fill(made, given, children) {
  for (const [name, value] of Object.entries(given || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return made;
}

export const $ = (id) => document.getElementById(id);

/** A number with its sign, in typographer's minus. */
export const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** Seconds as 1:02:03 or 2:03; nothing for null. */
export function clock(seconds) {
  if (seconds === null) return "";
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return (hours ? hours + ":" : "") + (hours ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)) + ":" + two(seconds % 60);
}

/** The width of an element's bar, set as a property: styles in markup are forbidden on this page. */
export function wide(element, part) {
  element.style.width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  return element;
}
