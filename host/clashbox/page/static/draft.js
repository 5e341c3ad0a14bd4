// Drawing factions for the next game; the box gets the set-up.
import { ask, changer, filters, into, link, outcome } from "./ask.js";
import { el } from "./dom.js";
import { t } from "./words.js";

export const HOME = "/draft";

export function show(main, { query }) {
  const asked = { players: query.get("players") || "2", titans: query.get("titans"), sets: query.get("sets"), seed: query.get("seed") };
  const place = el("div", { id: "draft" });
  const said = outcome();
  main.append(el("h1", {}, t("view.draft")),
    filters(HOME, query, [["players", t("players"), [["2", "2"], ["3", "3"], ["4", "4"]]], ["sets", t("sets"), "text"], ["titans", t("titans.only"), "checkbox"]]), place, said.made);
  into(place, async () => {
    const drawn = await ask("/api/draft", asked);
    const names = drawn.names.map((name, at) => el("input", { type: "text", placeholder: name, maxlength: 40, "aria-label": t("seat", at + 1) }));
    // The address holds the draw: whoever opens it again sees the same one.
    history.replaceState(null, "", link(HOME, { ...asked, seed: drawn.seed }));
    return [
      el("ol", { class: "drawn" }, drawn.players.map((factions, at) => el("li", { class: "card" }, el("span", { class: "slot" }, at + 1), names[at],
        el("strong", {}, factions.map((faction) => faction.name).join(" + ")), drawn.first === at + 1 ? el("span", { class: "badge" }, t("begins")) : null))),
      el("p", { class: "tools" },
        el("button", { type: "button", class: "small", onclick: () => { location.hash = link(HOME, { ...asked, seed: String(Math.floor(Math.random() * 1e6)) }); } }, t("again")),
        changer(t("send"), async () => {
          await ask("/api/draft", {}, { names: names.map((one) => one.value), factions: drawn.players.map((own) => own.map((one) => one.slug)), first: drawn.first });
          return t("sent");
        }, said.say)),
      el("p", { class: "soft" }, drawn.pool),
    ];
  });
}
