// Statistics: an answer as a chart with intervals, and as a table.
import { ask, filters, into } from "./ask.js";
import { el, svg } from "./dom.js";
import { KINDS } from "./games.js";
import { t } from "./words.js";

export const HOME = "/stats";

export function show(main, { parts: [what = "players"], query }) {
  const asked = Object.fromEntries(["player", "from", "to", "game", "players"].map((name) => [name, query.get(name)]));
  const place = el("div", { id: "stats" });
  const questions = el("nav", { class: "questions", "aria-label": t("questions") });
  main.append(el("h1", {}, t("view.stats")), questions,
    filters(`${HOME}/${what}`, query, [["player", t("player"), "text"], ["from", t("from"), "date"], ["to", t("to"), "date"], ["game", t("kind"), KINDS()],
      ["players", t("players"), [["", t("all")], ["2", "2"], ["3", "3"], ["4", "4"]]]]), place);
  into(place, async () => {
    const answer = await ask(`/api/stats/${encodeURIComponent(what)}`, asked);
    const kept = query.size ? `?${query}` : "";
    questions.replaceChildren(...answer.questions.map(([name, title]) => el("a", { href: `#${HOME}/${name}${kept}`, "aria-current": name === what ? "page" : null }, title)));
    if (!answer.lines.length) return [el("h2", {}, answer.title), el("p", { class: "soft" }, answer.overview), el("p", { class: "empty" }, t("stats.empty"))];
    return [el("h2", {}, answer.title), el("p", { class: "soft" }, answer.overview),
      answer.rates.length ? el("figure", { class: "card" }, el("figcaption", { class: "soft" }, t("stats.intervals")), el("ul", { class: "rates" }, answer.rates.map(rate))) : null,
      answer.points.length ? el("figure", { class: "card" }, el("ul", { class: "rates" }, bars(answer.points))) : null,
      el("div", { class: "card wide" }, tabled(answer)),
      answer.notes.map((note) => el("p", { class: "soft note-line" }, note))];
  });
}

const percent = (value) => `${Math.round(value * 100)}%`;

function rate(row) {
  const x = (part) => 2 + 96 * part;
  const few = row.few ? "few" : "";
  const chart = svg("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", class: "interval", "aria-hidden": "true" },
    [0, 0.25, 0.5, 0.75, 1].map((part) => svg("line", { class: "grid", x1: x(part), x2: x(part), y1: 0, y2: 12 })),
    row.fair !== null ? svg("line", { class: "fair", x1: x(row.fair), x2: x(row.fair), y1: 1, y2: 11 }) : null,
    svg("line", { class: `range ${few}`, x1: x(row.low), x2: x(row.high), y1: 6, y2: 6 }),
    row.rate !== null ? svg("line", { class: `dot ${few}`, x1: x(row.rate), x2: x(row.rate), y1: 6, y2: 6 }) : null);
  const told = row.rate === null ? "–" : `${percent(row.rate)} (${percent(row.low)}–${percent(row.high)})`;
  return el("li", {}, el("span", { class: "label" }, row.label, el("span", { class: "soft" }, ` n = ${row.n}`)), chart, el("span", { class: "told" }, told));
}

function bars(rows) {
  const most = Math.max(...rows.map((row) => row.points));
  return rows.map((row) => el("li", { class: row.under ? "under" : "" }, el("span", { class: "label" }, row.label),
    svg("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", class: "interval", "aria-hidden": "true" }, svg("rect", { class: "bar", x: 0, y: 2, width: (100 * row.points) / most, height: 8 })),
    el("span", { class: "told" }, `${row.points} (${percent(row.part)})`)));
}

function tabled({ columns, lines }) {
  return el("table", {}, el("thead", {}, el("tr", {}, columns.map(([title, number]) => el("th", { class: number ? "num" : null, scope: "col" }, title)))),
    el("tbody", {}, lines.map((line) => el("tr", {}, line.map((cell, at) => el("td", { class: columns[at][1] ? "num" : null }, cell))))));
}
