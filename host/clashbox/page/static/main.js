// Which view is shown: each has an address of its own, so that it can be kept and opened again.
import { $, el } from "./dom.js";
import { connect, on, say } from "./socket.js";
import { lang, speak, t } from "./words.js";
import * as draft from "./draft.js";
import * as game from "./game.js";
import * as games from "./games.js";
import * as live from "./live.js";
import * as stats from "./stats.js";

const VIEWS = [
  [/^\/$/, live, "live"], [/^\/games$/, games, "games"], [/^\/game\/([^/]+)$/, game, ""],
  [/^\/stats(?:\/([a-z]+))?$/, stats, "stats"], [/^\/draft$/, draft, "draft"],
];
const LANGUAGES = [["en", "English"], ["vi", "Tiếng Việt"]];
let view = null;

function links() {
  const here = location.hash.slice(1).split("?")[0] || "/";
  const names = VIEWS.filter(([, , name]) => name).map(([, at, name]) => [at.HOME || "/", name]);
  $("nav").setAttribute("aria-label", t("views"));
  $("nav").replaceChildren(...names.map(([path, name]) => el("a", {
    href: `#${path}`, "aria-current": (path === "/" ? here === path : here.startsWith(path.replace(/s$/, ""))) ? "page" : null,
  }, t(`view.${name}`))));
  $("langs").setAttribute("aria-label", t("language"));
  $("langs").replaceChildren(...LANGUAGES.map(([code, name]) => el("button", {
    type: "button", lang: code, title: name, "aria-label": name, "aria-pressed": String(code === lang), onclick: () => switchTo(code),
  }, code.toUpperCase())));
}

async function switchTo(code) {
  await speak(code);
  say({ lang: code });
  show();
  document.querySelector(`#langs [lang=${code}]`).focus();
}

/** The parts of an address; null where somebody mistyped one. */
function whole(parts) {
  try { return parts.map((part) => part && decodeURIComponent(part)); } catch { return null; }
}

function show() {
  const [path, query] = (location.hash.slice(1) || "/").split("?");
  links();
  view?.stop?.();
  const found = VIEWS.map(([shape, at]) => [at, path.match(shape)]).find(([, match]) => match);
  const parts = found && whole(found[1].slice(1));
  const main = $("main");
  if (!parts) {
    view = null;
    main.replaceChildren(el("p", { class: "empty" }, t("nowhere")));
    return;
  }
  main.replaceChildren();
  view = found[0].show(main, { parts, query: new URLSearchParams(query || "") });
}

await speak();
on("line", (there) => {
  $("line").textContent = there ? "" : t("line.cut");
  document.body.classList.toggle("cut", !there);
});
window.addEventListener("hashchange", show);
show();
connect();
