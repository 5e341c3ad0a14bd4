// A game put right: its note, whether it counts, who played and won, when and where; what was changed before.
import { ask, changer, outcome } from "./ask.js";
import { el } from "./dom.js";
import { t } from "./words.js";

export function corrections({ row: game, changes, decks: known }, reload) {
  const said = outcome();
  const input = (name, value, type = "text") => el("input", { type, value, maxlength: 400, "data-field": name, "data-owner": true });
  const line = (word, ...parts) => el("div", { class: "fix" }, el("label", {}, el("span", {}, word), parts[0]), parts.slice(1));
  const post = (path, body) => async () => {
    await ask(path, {}, body());
    await reload();
    return t("done");
  };
  const at = `/api/games/${game.id}`;
  const note = input("note", game.note), why = input("why", ""), date = input("date", ""), place = input("place", game.location);
  const winner = input("winner", game.winner.map((p) => game.players[p - 1]).join(", "));
  const names = game.players.map((name, seat) => {
    const now = input(`name-${seat + 1}`, name);
    return line(t("seat", seat + 1), now, changer(t("rename"), post("/api/players/rename", () => ({ player: name, name: now.value })), said.say),
      changer(t("reseat"), post(`${at}/edit`, () => ({ seats: [`${seat + 1}=${now.value}`], why: why.value })), said.say));
  });
  // Factions by their names, sloppily typed too, with a comma between them; all seats together: they count once
  // those of all are known.
  const decks = game.game === "smashup" ? game.players.map((_, seat) => input(`factions-${seat + 1}`, known[seat].join(", "))) : [];
  const changed = () => decks.map((now, seat) => (now.value.trim() !== known[seat].join(", ") ? `${seat + 1}=${now.value}` : null)).filter(Boolean);
  date.placeholder = "2026-11-28 20:30";
  return el("details", { class: "card" }, el("summary", {}, t("corrections")),
    line(t("note"), note, changer(t("save"), post(`${at}/note`, () => ({ text: note.value })), said.say)),
    line(t("why"), why, changer(t(game.void ? "restore" : "void"), post(`${at}/void`, () => ({ gone: !game.void, why: why.value })), said.say)),
    names,
    decks.length ? el("div", { class: "fix" }, decks.map((now, seat) => el("label", {}, el("span", {}, `${t("seat", seat + 1)}: ${t("factions")}`), now)),
      changer(t("save"), post(`${at}/edit`, () => ({ factions: changed(), why: why.value })), said.say)) : null,
    line(t("winners"), winner, changer(t("save"), post(`${at}/edit`, () => ({ winner: winner.value, why: why.value })), said.say)),
    line(t("date"), date, changer(t("save"), post(`${at}/edit`, () => ({ date: date.value, why: why.value })), said.say)),
    line(t("place"), place, changer(t("save"), post(`${at}/edit`, () => ({ place: place.value, why: why.value })), said.say)),
    said.made,
    changes.length ? [el("h3", {}, t("changes")), el("ul", { class: "changes" }, changes.map((one) => el("li", {}, one)))] : null);
}
