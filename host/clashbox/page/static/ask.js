// Questions to the laptop: answers as objects, troubles as sentences.
import { el } from "./dom.js";
import { on } from "./socket.js";
import { lang, t } from "./words.js";

let role = "watcher";
on("hello", (news) => { role = news.role; document.body.classList.toggle("owner", role === "owner"); });

/** An address of the laptop with these values and the language. */
export function address(path, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, lang })) {
    for (const one of [value].flat()) if (one !== "" && one !== null && one !== undefined) query.append(name, one);
  }
  return `${path}?${query}`;
}

/** Asks; throws an Error with a sentence where there is no answer. `body`: something is changed; a file goes as it is. */
export async function ask(path, values, body) {
  let answer;
  try {
    answer = await fetch(address(path, values), body === undefined ? {}
      : { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body), headers: { "content-type": body instanceof Blob ? "application/octet-stream" : "application/json" } });
  } catch {
    throw new Error(t("line.cut"));
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.trouble || t("failed", answer.status));
  return said;
}

/** Shows what `make` comes to in `place`, or why not. Returns what was answered. */
export async function into(place, make) {
  place.setAttribute("aria-busy", "true");
  try {
    place.replaceChildren(...[await make()].flat(3).filter(Boolean));
  } catch (trouble) {
    place.replaceChildren(el("p", { class: "bad card", role: "alert" }, trouble.message));
  }
  place.removeAttribute("aria-busy");
}

/** The address of a view with these values, the empty ones left out. */
export function link(path, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) if (one) query.append(name, one);
  const text = String(query);
  return `#${path}${text ? `?${text}` : ""}`;
}

/** A button that changes something: not for those who look on. `say` hears what went wrong, or "". */
export function changer(word, doing, say, look = "small") {
  return el("button", {
    type: "button", class: look, "data-owner": true, onclick: async (event) => {
      const button = event.currentTarget;
      button.disabled = true;
      try { say((await doing()) || "", false); } catch (trouble) { say(trouble.message, true); }
      button.disabled = false;
    },
  }, word);
}

/** A line that says how a change went. */
export function outcome() {
  const made = el("p", { class: "outcome", role: "status" });
  return { made, say(text, bad) { made.textContent = text; made.classList.toggle("bad", Boolean(bad)); } };
}

/** A form that asks which games: `fields` are name, word, type or choices. A change goes into the address. */
export function filters(path, query, fields, kept = {}) {
  const form = el("form", { class: "filters", onsubmit: (event) => { event.preventDefault(); go(); } });
  const go = () => {
    const values = Object.fromEntries(fields.map(([name]) => [name, form.elements[name].type === "checkbox" ? (form.elements[name].checked ? "1" : "") : form.elements[name].value.trim()]));
    location.hash = link(path, { ...kept, ...values });
  };
  for (const [name, word, kind] of fields) {
    const value = query.get(name) || "";
    const input = Array.isArray(kind)
      ? el("select", { name, onchange: go }, kind.map(([code, text]) => el("option", { value: code, selected: code === value }, text)))
      : el("input", { name, type: kind, value: kind === "checkbox" ? "1" : value, checked: kind === "checkbox" && value === "1", onchange: go, maxlength: kind === "text" ? 60 : null });
    form.append(el("label", {}, el("span", {}, word), input));
  }
  form.append(el("button", { class: "small" }, t("show")));
  return form;
}
