// The list of games, the newest first, filtered; what the box has is fetched here.
import { address, ask, changer, filters, into, link, outcome } from "./ask.js";
import { el } from "./dom.js";
import { t } from "./words.js";

export const HOME = "/games";
export const KINDS = () => [["", t("all")], ["smashup", "Smash Up"], ["toybattle", "Toy Battle"]];

export function show(main, { query }) {
  const asked = { player: query.get("player"), from: query.get("from"), to: query.get("to"), game: query.get("game") };
  const place = el("div", { id: "games" });
  const said = outcome();
  const load = () => into(place, async () => listed(await ask("/api/games", { ...asked, page: query.get("page") }), asked));
  main.append(el("h1", {}, t("view.games")),
    filters(HOME, query, [["player", t("player"), "text"], ["from", t("from"), "date"], ["to", t("to"), "date"], ["game", t("kind"), KINDS()]]),
    el("p", { class: "tools" },
      changer(t("fetch"), async () => { const { said: text } = await ask("/api/fetch", {}, {}); await load(); return text; }, said.say),
      importer(said.say, load),
      ["jsonl", "csv", "bgstats"].map((form) => el("a", { class: "button", href: address("/api/export", { ...asked, form }), download: true }, t("export", form)))),
    said.made, place);
  load();
}

/** Takes in files of games, one after the other, and says what became of each. */
function importer(say, load) {
  const input = el("input", { type: "file", multiple: true, accept: ".jsonl,.csv,.txt", class: "hidden-file", "data-owner": true, onchange: async () => {
    const told = [];
    let bad = false;
    for (const file of input.files) {
      try { told.push(`${file.name}: ${(await ask("/api/import", { name: file.name }, file)).said}`); } catch (trouble) { told.push(trouble.message); bad = true; }
    }
    input.value = "";
    await load();
    say(told.join(" · "), bad);
  } });
  return el("label", { class: "button file", "data-owner": true }, t("import"), input);
}

function listed({ total, page, pages, games }, asked) {
  if (!games.length) return el("p", { class: "empty" }, t(Object.values(asked).some(Boolean) ? "games.none" : "games.empty"));
  const turn = (to, word) => (to >= 1 && to <= pages ? el("a", { class: "button", href: link(HOME, { ...asked, page: to }) }, word) : null);
  return [
    el("ul", { class: "games" }, games.map((game) => el("li", { class: `card ${game.void ? "void" : ""}` },
      el("a", { href: link(`/game/${game.id}`), class: "game" },
        el("span", { class: "when" }, game.date), el("span", { class: "kind" }, game.title),
        el("span", { class: "who" }, game.players.map((name, at) => el("span", { class: game.winner.includes(at + 1) ? "won" : "" },
          `${name} `, el("b", {}, game.points[at]), game.winner.includes(at + 1) ? " ★" : ""))),
        el("span", { class: "soft" }, [game.state, t("events.count", game.events), game.violations ? t("violations", game.violations) : "", game.note].filter(Boolean).join(" · ")))))),
    el("p", { class: "pages" }, turn(page - 1, "‹"), el("span", { class: "soft" }, t("page", page, pages, total)), turn(page + 1, "›")),
  ];
}
