// What is entered from the laptop: power, a card by its name, a clash. The box decides; the number of the event
// goes along, so that nothing is entered twice.
import { ask } from "./ask.js";
import { cards } from "./cards.js";
import { el } from "./dom.js";
import { on } from "./socket.js";
import { t } from "./words.js";

const MOST = 99;
let opened = false;

/** The panel as an element; `update` hears of each game as it goes on, null: there is none. */
export function entry() {
  let game = null, due = 0, role = "watcher", busy = false;
  const said = el("p", { class: "outcome", role: "status" });
  const who = el("select", { name: "p" }), where = el("select", { name: "b" });
  const amount = el("input", { type: "number", name: "n", value: 1, min: -MOST, max: MOST, step: 1, inputmode: "numeric", "aria-label": t("enter.power") });
  const turn = el("input", { type: "checkbox", name: "turn" });
  const step = (by, word, name) => el("button", { type: "button", class: "small", "aria-label": name, onclick: () => {
    amount.value = Math.max(-MOST, Math.min(MOST, (Number(amount.value) || 0) + by));
  } }, word);
  const go = (word, what) => el("button", { type: what ? "button" : "submit", class: "small go", onclick: what }, word);
  const meets = el("p", { class: "note", role: "status", hidden: true });
  const own = el("input", { type: "number", name: "power", min: 0, max: MOST, step: 1, inputmode: "numeric" });
  const owned = el("label", { hidden: true }, el("span", {}, t("enter.own")), own);
  const search = cards(() => who.value, (card) => {
    own.value = card?.power ?? "";
    owned.hidden = !card || !["minion", "fusion"].includes(card.kind);
    outlook();
  });
  const clashes = el("div", { class: "clashes" });
  const power = el("form", { class: "entry-row", onsubmit: (event) => { event.preventDefault(); sendPower(); } },
    el("span", { class: "word" }, t("enter.power")), el("span", { class: "steps" }, step(-1, "−", t("enter.minus")), amount, step(1, "+", t("enter.plus"))),
    el("label", { class: "check" }, turn, t("enter.turn")), go(t("enter.go")));
  const card = el("form", { class: "entry-row", onsubmit: (event) => { event.preventDefault(); sendCard(); } }, search.made, owned, go(t("enter.play")), meets);
  const made = el("details", { class: "enter card", hidden: true, open: opened, ontoggle: () => { opened = made.open; } },
    el("summary", {}, t("enter")), clashes,
    el("p", { class: "entry-row" }, el("label", {}, el("span", {}, t("enter.who")), who), el("label", {}, el("span", {}, t("enter.where")), where)),
    power, card, said, el("p", { class: "soft" }, t("enter.hint")));

  function tell(text, bad) {
    said.textContent = text;
    said.classList.toggle("bad", Boolean(bad));
  }

  function show() {
    const can = game && game.game === "smashup" && !game.table.over && role !== "watcher";
    made.hidden = !can;
    const waits = busy || due > (game ? game.list.length : 0);
    for (const button of made.querySelectorAll(".go")) button.disabled = waits;
  }

  async function send(body) {
    busy = true;
    show();
    try {
      const { number, said: text } = await ask("/api/enter", {}, { id: game.id, number: game.list.length + 1, ...body });
      due = number; // not before the table shows it can the next one be entered
      tell(text, false);
      return true;
    } catch (trouble) {
      tell(trouble.message, true);
      return false;
    } finally {
      busy = false;
      show();
    }
  }

  const seat = () => ({ p: Number(who.value), b: Number(where.value) });
  const sendPower = () => send({ what: "power", ...seat(), n: Math.trunc(Number(amount.value)) || 0, until: turn.checked ? "turn" : "" });

  async function sendCard() {
    const chosen = await search.chosen();
    if (!chosen) { tell(t("enter.none"), true); return; }
    const worth = owned.hidden || own.value === "" ? {} : { power: Math.trunc(Number(own.value)) };
    if (await send({ what: "play", ...seat(), card: chosen.slug, ...worth })) search.clear();
  }

  function outlook() {
    const text = search.card?.meets?.[where.value] || "";
    meets.textContent = text && `⚔ ${text}`;
    meets.hidden = !text;
  }

  /** A select with these choices; what was chosen stays where it is still there. */
  function choices(select, pairs) {
    const text = JSON.stringify(pairs);
    if (select.dataset.of === text) return;
    const before = select.value;
    select.dataset.of = text;
    select.replaceChildren(...pairs.map(([value, word]) => el("option", { value }, word)));
    if (before !== "0" && pairs.some(([value]) => String(value) === before)) select.value = before;
  }

  let turned = 0;
  function update(news) {
    game = news;
    if (game?.game === "smashup") {
      const { players, table } = game;
      choices(who, players.map((player, at) => [at + 1, player.name]));
      choices(where, [...table.bases.map((base, at) => base && [at + 1, `${at + 1} · ${base.name}`]).filter(Boolean), [0, t("enter.nowhere")]]);
      if (table.turn && table.turn !== turned) who.value = String(table.turn); // the active player is implied
      turned = table.turn;
      const text = JSON.stringify(table.clashes);
      if (clashes.dataset.of !== text) {
        clashes.dataset.of = text;
        clashes.replaceChildren(...table.clashes.map(clash));
        if (table.clashes.length) made.open = true; // it waits to be settled
      }
    }
    outlook();
    show();
  }

  function clash(one) {
    const loser = one.names[one.titans.indexOf(one.out)];
    return el("div", { class: "note clash", role: "group", "aria-label": t("clash", one.slot, ...one.names) },
      el("p", {}, `⚔ ${t("enter.verdict", one.names[0], one.powers[0], one.names[1], one.powers[1], loser)}`),
      el("p", { class: "tools" }, [...one.titans].sort((a) => (a === one.out ? -1 : 1)).map((slug) =>
        go(t("enter.settle", one.names[one.titans.indexOf(slug)]), () => send({ what: "clash", b: one.slot, out: slug })))));
  }

  where.addEventListener("change", outlook);
  who.addEventListener("change", () => search.again());
  const end = on("hello", (news) => { role = news.role; show(); });
  return { made, update, stop() { end(); search.stop(); } };
}
