// Drawing factions for the next game, two each or two of three; the box gets the set-up.
import { ask, changer, filters, into, link, outcome } from "./ask.js";
import { el } from "./dom.js";
import { t } from "./words.js";

export const HOME = "/draft";
let open = false;

export function show(main, { query }) {
  const asked = { players: query.get("players") || "2", pick: query.get("pick"), titans: query.get("titans"), sets: query.get("sets"), seed: query.get("seed") };
  const place = el("div", { id: "draft" });
  const said = outcome();
  main.append(el("h1", {}, t("view.draft")),
    filters(HOME, query, [["players", t("players"), [["2", "2"], ["3", "3"], ["4", "4"]]], ["sets", t("sets"), "text"], ["titans", t("titans.only"), "checkbox"]],
      { pick: asked.pick }), place, said.made);
  const load = () => into(place, async () => {
    const drawn = await ask("/api/draft", asked);
    const names = drawn.names.map((name, at) => el("input", { type: "text", placeholder: name, maxlength: 40, "aria-label": t("seat", at + 1) }));
    const kept = drawn.players.map((own) => own.slice(0, 2));
    // The address holds the draw: whoever opens it again sees the same one.
    history.replaceState(null, "", link(HOME, { ...asked, seed: drawn.seed }));
    const again = (more) => () => { location.hash = link(HOME, { ...asked, seed: String(Math.floor(Math.random() * 1e6)), ...more }); };
    return [
      asked.pick ? el("p", { class: "soft" }, t("pick.how")) : null,
      el("ol", { class: "drawn" }, drawn.players.map((factions, at) => el("li", { class: "card" }, el("span", { class: "slot" }, at + 1), names[at],
        asked.pick ? choice(factions, kept, at) : el("strong", {}, factions.map((faction) => faction.name).join(" + ")),
        drawn.first === at + 1 ? el("span", { class: "badge" }, t("begins")) : null))),
      el("p", { class: "tools" },
        el("button", { type: "button", class: "small", onclick: again({}) }, t("again")),
        el("button", { type: "button", class: "small", "aria-pressed": String(Boolean(asked.pick)), onclick: again({ pick: asked.pick ? "" : "3" }) }, t("pick")),
        changer(t("send"), async () => {
          await ask("/api/draft", {}, { names: names.map((one) => one.value), factions: kept.map((own) => own.map((one) => one.slug)), first: drawn.first });
          return t("sent");
        }, said.say)),
      el("p", { class: "soft" }, drawn.pool), owned(drawn.sets, load, said.say),
    ];
  });
  load();
}

/** Three factions, of which a press gives one back. */
function choice(factions, kept, seat) {
  const buttons = factions.map((faction) => el("button", { type: "button", class: "small", onclick: () => give(faction) }, faction.name));
  function give(back) {
    kept[seat] = factions.filter((one) => one !== back);
    factions.forEach((one, at) => buttons[at].setAttribute("aria-pressed", String(one !== back)));
  }
  give(factions[2]);
  return el("span", { class: "keep", role: "group", "aria-label": t("pick") }, buttons);
}

/** Which boxes one owns: the draw takes from these. */
function owned(sets, load, say) {
  const ticks = sets.map(([slug, , own]) => el("input", { type: "checkbox", value: slug, checked: own, "data-owner": true }));
  const made = el("details", { class: "own card", open, ontoggle: () => { open = made.open; } }, el("summary", {}, t("own")),
    el("p", { class: "soft" }, t("own.how")),
    el("ul", {}, sets.map(([, name], at) => el("li", {}, el("label", {}, ticks[at], name)))),
    changer(t("save"), async () => {
      await ask("/api/draft/own", {}, { sets: ticks.filter((one) => one.checked).map((one) => one.value) });
      await load();
      return t("done");
    }, say));
  return made;
}
