// The box: its screen pixel for pixel, its keys by mouse, touch and keyboard, its switches.
import { $, el } from "./dom.js";
import { on, say } from "./socket.js";
import { t } from "./words.js";

const BY_CODE = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
  Enter: "a", NumpadEnter: "a", KeyX: "a", Backspace: "b", KeyZ: "b",
};
const LIT = [190, 225, 255], DARK = [5, 8, 12];
const held = new Set();
let picture = null;

function move(source, key, down) {
  const name = source + key;
  if (held.has(name) === down) return;
  if (down) held.add(name); else held.delete(name);
  const any = [...held].some((one) => one.endsWith(":" + key));
  document.querySelector(`[data-key="${key}"]`)?.classList.toggle("pushed", any);
  if (any === down) say({ key, down });
}

function releaseAll() {
  for (const name of [...held]) move(name.slice(0, name.indexOf(":") + 1), name.slice(name.indexOf(":") + 1), false);
}

function fit() {
  // Whole device pixels for each pixel of the display, so that it stays crisp on every density.
  const canvas = $("screen");
  if (!canvas) return;
  const density = window.devicePixelRatio || 1;
  const style = getComputedStyle(canvas.parentElement);
  const room = canvas.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const scale = Math.max(1, Math.floor((room * density) / 128));
  canvas.style.width = `${(scale * 128) / density}px`;
  canvas.style.height = `${(scale * 64) / density}px`;
}

function draw() {
  const canvas = $("screen");
  if (!canvas || !picture) return;
  const context = canvas.getContext("2d");
  const image = context.createImageData(128, 64);
  const bytes = atob(picture.bits);
  for (let i = 0; i < 128 * 64; i++) {
    const lit = picture.lit && (bytes.charCodeAt(i >> 3) >> (7 - (i & 7))) & 1;
    const color = lit ? LIT : DARK;
    const light = lit ? 0.7 + 0.3 * (picture.contrast / 255) : 1;
    for (let c = 0; c < 3; c++) image.data[4 * i + c] = color[c] * light;
    image.data[4 * i + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

function keyOf(event) {
  return event.target instanceof Element ? event.target.closest("[data-key]")?.dataset.key : null;
}

/** Whether a key of the keyboard is the box's now: not where somebody types, nor on another control. */
function isOurs(event) {
  if (!$("screen") || event.ctrlKey || event.altKey || event.metaKey || $("rule").open) return false;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("input, select, textarea, [contenteditable]")) return false;
  // Who has come to the list by keyboard scrolls it.
  if (at.closest(".events:focus-visible")) return false;
  const presses = event.code === "Enter" || event.code === "NumpadEnter";
  return !(presses && at.closest("a, button, summary") && !at.closest("[data-key]"));
}

document.addEventListener("pointerdown", (event) => {
  const key = keyOf(event);
  if (!key || event.button) return;
  event.preventDefault();
  event.target.closest("[data-key]").setPointerCapture(event.pointerId);
  move(`p${event.pointerId}:`, key, true);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  document.addEventListener(end, (event) => {
    for (const name of [...held]) {
      if (name.startsWith(`p${event.pointerId}:`)) move(`p${event.pointerId}:`, name.split(":")[1], false);
    }
  });
}
document.addEventListener("contextmenu", (event) => { if (keyOf(event)) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  const own = (event.code === "Space" || event.code.endsWith("Enter")) && keyOf(event);
  const key = own || BY_CODE[event.code];
  if (!key || !isOurs(event)) return;
  event.preventDefault();
  if (!event.repeat) move(`k${event.code}:`, key, true);
});
document.addEventListener("keyup", (event) => {
  for (const name of [...held]) {
    if (name.startsWith(`k${event.code}:`)) move(`k${event.code}:`, name.split(":")[1], false);
  }
});
window.addEventListener("blur", releaseAll);
document.addEventListener("visibilitychange", () => { if (document.hidden) releaseAll(); });
window.addEventListener("resize", () => { fit(); draw(); });
on("screen", (news) => { picture = news; draw(); });

function key(name, label, look) {
  return el("button", { type: "button", class: `key ${look}`, "data-key": name, "aria-label": t(name) === name ? null : t(name) }, label);
}

function switches(box, role) {
  if (box.kind !== "virtual" || role !== "owner") return [];
  const one = (what, word) => el("button", { type: "button", class: "small", "data-switch": what, onclick: () => say({ switch: what }) }, word);
  return [
    box.plugged ? one("unplug", t("switch.unplug")) : one("plug", t("switch.plug")),
    ...(box.on ? [one("cut", t("switch.cut")), one("reset", t("switch.reset"))] : [one("boot", t("switch.boot"))]),
  ];
}

/** The box as an element. `stop` lets go of it. */
export function device() {
  const hint = (...parts) => el("p", { class: "hint" }, parts);
  const kbd = (text) => el("kbd", {}, text);
  const power = el("div", { class: "switches", role: "group", "aria-label": t("switches") });
  const state = el("p", { class: "hint", id: "box-state", role: "status" });
  const port = el("code", { id: "port" });
  const made = el("section", { class: "box", "aria-label": t("device") },
    el("div", { class: "glass" }, el("canvas", { id: "screen", width: 128, height: 64, role: "img", "aria-label": t("screen") })),
    el("div", { class: "keys" },
      el("div", { class: "pad" }, key("up", "▲", "up"), key("left", "◀", "left"), key("right", "▶", "right"), key("down", "▼", "down")),
      el("div", { class: "ab" }, key("b", "b", "round"), key("a", "a", "round a"))),
    hint(kbd("◀"), " ", kbd("▶"), " ", kbd("▲"), " ", kbd("▼"), ` ${t("arrows")} · `, kbd("Enter"), " ", kbd("X"), " a · ", kbd("⌫"), " ", kbd("Z"), " b"),
    hint(t("holding")), power, state, el("p", { class: "hint" }, `${t("port")}: `, port));
  let role = "owner", box = null;
  const show = () => {
    if (!box) return;
    port.textContent = box.port;
    made.classList.toggle("off", !box.on || !box.plugged && box.kind === "real");
    made.classList.toggle("nokeys", !box.keys || role === "watcher");
    for (const one of made.querySelectorAll("[data-key]")) one.disabled = !box.keys || role === "watcher";
    const focused = power.contains(document.activeElement);
    power.replaceChildren(...switches(box, role));
    if (focused) power.querySelector("button")?.focus();
    state.textContent = !box.on ? t("state.off") : !box.plugged ? t(`state.unplugged.${box.kind}`) : role === "watcher" ? t("state.watching") : "";
  };
  const ends = [on("hello", (news) => { role = news.role; show(); }), on("box", (news) => { box = news; show(); })];
  const watcher = new ResizeObserver(() => { fit(); draw(); });
  watcher.observe(made);
  return { made, stop() { releaseAll(); watcher.disconnect(); ends.forEach((end) => end()); } };
}
