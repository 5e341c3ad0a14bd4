// A field that finds cards by name as one types, without accents and with slips; by keyboard, mouse and touch.
import { ask } from "./ask.js";
import { el } from "./dom.js";
import { t } from "./words.js";

const PAUSE = 120; // ms without a letter before the laptop is asked

/** `player`: for whom; `picked` hears of the card that is chosen, null: none is. */
export function cards(player, picked) {
  let found = [], at = -1, timer = 0, asked = "", asking = Promise.resolve();
  const list = el("ul", { id: "card-list", role: "listbox", "aria-label": t("enter.cards"), hidden: true });
  const input = el("input", {
    type: "text", name: "card", maxlength: 60, autocomplete: "off", autocapitalize: "off", spellcheck: "false", role: "combobox",
    "aria-expanded": "false", "aria-controls": "card-list", "aria-autocomplete": "list", oninput: typed, onkeydown: key, onblur: () => show(false),
  });
  const made = el("div", { class: "find" }, el("label", {}, el("span", {}, t("enter.card")), input), list);
  const self = { made, card: null, chosen, clear, again, stop() { clearTimeout(timer); } };

  function typed() {
    take(null);
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  }

  function look() {
    clearTimeout(timer);
    asked = input.value.trim();
    const wanted = asked;
    asking = (async () => {
      const answer = wanted ? await ask("/api/cards", { q: wanted, p: player() }).catch(() => []) : [];
      if (wanted !== asked) return;
      found = answer;
      at = -1;
      list.replaceChildren(...(found.length ? found.map(option) : [el("li", { class: "soft", role: "option", "aria-disabled": "true" }, t("enter.none"))]));
      show(wanted !== "" && document.activeElement === input);
    })();
    return asking;
  }

  function option(card, number) {
    const what = [card.word, card.power, card.faction].filter((one) => one !== null && one !== "").join(" · ");
    // The field keeps the focus, and the list stays until the click: it would go to what lies below.
    return el("li", { role: "option", id: `card-${number}`, "aria-selected": "false", onmousedown: (event) => event.preventDefault(), onclick: () => choose(number) },
      el("b", {}, card.name), " ", el("span", { class: "soft" }, what));
  }

  function show(open) {
    list.hidden = !open;
    input.setAttribute("aria-expanded", String(open));
    if (!open) mark(-1);
  }

  function mark(number) {
    at = number;
    [...list.children].forEach((line, place) => line.setAttribute("aria-selected", String(place === at)));
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", `card-${at}`);
      list.children[at].scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  }

  function take(card) {
    self.card = card;
    picked(card);
  }

  function choose(number) {
    input.value = found[number].name;
    asked = input.value;
    show(false);
    take(found[number]);
  }

  function key(event) {
    const open = !list.hidden && found.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) look();
      else mark((at + (event.key === "ArrowDown" ? 1 : found.length + (at < 0 ? 0 : -1))) % found.length);
    } else if (event.key === "Enter" && open) {
      event.preventDefault(); // the first Enter chooses, the next one plays
      choose(Math.max(0, at));
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      show(false);
    }
  }

  /** The card that is chosen; the first one found where only a name was typed. */
  async function chosen() {
    if (self.card) return self.card;
    await look();
    await asking;
    show(false);
    if (found.length) choose(0);
    return self.card;
  }

  function clear() {
    input.value = "";
    found = [];
    show(false);
    take(null);
  }

  /** It is for another player now. */
  function again() {
    if (self.card) {
      const { slug } = self.card;
      look().then(() => { const number = found.findIndex((one) => one.slug === slug); show(false); if (number >= 0) choose(number); });
    }
  }

  return self;
}
