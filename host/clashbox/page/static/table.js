// The table: who leads, every base of Smash Up with all that lies there; Toy Battle's board is in board.js.
import { el, wide } from "./dom.js";
import { board } from "./board.js";
import { t } from "./words.js";

const SHAPES = ["", "●", "■", "▲", "◆"];

/** A player's mark: colour and shape, for those who do not see the colours. */
export function mark(p) {
  return el("i", { class: `mark p${p}`, "aria-hidden": "true" }, SHAPES[p] || "○");
}

/** Points of all players towards the goal; whose turn it is, who won. */
export function race(table, players) {
  const medals = "rack" in table;
  return el("ul", { class: "race" }, players.map((player, at) => {
    const p = at + 1, turn = table.turn === p && !table.over, won = table.winner.includes(p);
    const bar = wide(el("span", { class: `fill p${p}` }), table.points[at] / Math.max(1, table.goal));
    const extra = [];
    if (medals) extra.push(t("rack", table.rack[at], table.reserve[at]));
    if (table.treasures?.[at]) extra.push(t("treasures", table.treasures[at]));
    if (table.madness?.[at]) extra.push(t("madness", table.madness[at]));
    return el("li", { class: `${turn ? "turn" : ""} ${won ? "won" : ""}` },
      mark(p), el("span", { class: "who" }, el("span", { class: "name" }, player.name),
        player.factions.length ? el("span", { class: "soft factions" }, player.factions.join(" + ")) : null,
        extra.length ? el("span", { class: "soft" }, extra.join(" · ")) : null),
      won ? el("span", { class: "badge won" }, `★ ${t("won")}`) : turn ? el("span", { class: "badge" }, table.phase || t("turn")) : null,
      el("b", { class: "points", "aria-label": t(medals ? "points.medals" : "points.vp", table.points[at], table.goal) },
        table.points[at], el("small", {}, `/${table.goal}`)),
      el("span", { class: "track", "aria-hidden": "true" }, bar));
  }));
}

/** What lies on the table. */
export function table(state, players, terrain) {
  if (terrain) return board(state, players, terrain);
  const notes = [
    ...state.clashes.map((clash) => el("p", { class: "note clash" }, `⚔ ${t("clash", clash.slot, ...clash.names)}`)),
    state.duel ? el("p", { class: "note clash" }, `⚔ ${t("duel", state.duel.slot, players[state.duel.p - 1].name, players[state.duel.q - 1].name)}`) : null,
    state.titans.length ? el("p", { class: "soft" }, `${t("aside")} `, state.titans.map((titan) => titanChip(titan))) : null,
  ];
  if (!state.bases.length) return el("div", {}, notes, el("p", { class: "empty" }, t("nobases")));
  return el("div", {}, notes, el("ol", { class: "bases" }, state.bases.map((one, at) => base(one, at + 1, players))));
}

function titanChip(titan) {
  return el("span", { class: "chip titan" }, titan.p ? mark(titan.p) : null, titan.name, titan.counters ? ` +${titan.counters}` : "");
}

function base(one, slot, players) {
  if (!one) return el("li", { class: "base empty-slot card" }, el("span", { class: "slot" }, slot), t("slot.empty"));
  const sum = one.power.reduce((a, b) => a + b, 0);
  const most = Math.max(one.breakpoint, sum, 1);
  const said = one.scoring ? t("scoring") : one.ready ? t("ready") : t("missing", one.missing);
  const bar = el("div", { class: "stack", "aria-hidden": "true" },
    one.power.map((power, at) => (power > 0 ? wide(el("span", { class: `fill p${at + 1}` }), power / most) : null)));
  return el("li", { class: `base card ${one.scoring ? "scoring" : one.ready ? "ready" : ""}`, "data-slot": slot },
    el("header", {}, el("span", { class: "slot" }, slot), el("h2", {}, one.name),
      el("span", { class: "bp", "aria-label": t("of.breakpoint", sum, one.breakpoint) }, el("b", {}, sum), `/${one.breakpoint}`)),
    bar,
    el("p", { class: "state" }, el("strong", {}, said), el("span", { class: "soft" }, t("base.vp", one.vp.join(" / ")))),
    el("ul", { class: "powers" }, players.map((player, at) => {
      const more = [];
      if (one.minions[at]) more.push(t("minions", one.minions[at]));
      if (one.buried[at]) more.push(t("buried", one.buried[at]));
      return el("li", { class: one.power[at] || one.minions[at] || one.buried[at] ? "" : "none" }, mark(at + 1),
        el("span", { class: "holder" }, el("span", { class: "name" }, player.name), el("span", { class: "soft" }, more.join(" · "))), el("b", {}, one.power[at]));
    })),
    one.titans.length || one.monsters.length ? el("p", { class: "chips" }, one.titans.map(titanChip),
      one.monsters.map((monster) => el("span", { class: "chip monster" }, monster.p ? mark(monster.p) : null,
        t("monster", monster.power, monster.treasures)))) : null);
}
