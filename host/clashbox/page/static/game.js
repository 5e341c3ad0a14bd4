// One game of the history: any moment of it by a scrubber, which table, curve, list and findings follow.
import { address, ask, into } from "./ask.js";
import { corrections } from "./corrections.js";
import { curve } from "./curve.js";
import { el, signed } from "./dom.js";
import { finding, findings, row } from "./rows.js";
import { race, table } from "./table.js";
import { t } from "./words.js";

export function show(main, { parts: [id], query }) {
  const place = el("div", {});
  main.append(place);
  let end = () => {};
  const load = () => into(place, async () => {
    const game = await ask(`/api/games/${encodeURIComponent(id)}`);
    main.classList.toggle("red-blue", Boolean(game.board));
    const made = scrubbed(game, query.get("at"));
    end = made.stop;
    return [head(game), ...made.parts, more(game, load)];
  });
  load();
  return { stop() { end(); main.classList.remove("red-blue"); } };
}

function head({ row: game, trouble }) {
  return el("header", { class: "game-head" },
    el("h1", {}, `${game.title} · ${game.date}`),
    el("p", { class: "soft" }, [game.id, game.state, game.location, game.note].filter(Boolean).join(" · ")),
    trouble ? el("p", { class: "bad" }, trouble) : null);
}

function scrubbed(game, wanted) {
  const last = game.rows.length;
  const list = el("ol", { id: "events", class: "events", tabindex: 0, "aria-label": t("events") }, game.rows.map((one) => row(one)));
  const standings = el("div", { id: "standings" }), where = el("div", { id: "table" }), course = el("div", { id: "course" });
  const found = el("div", { id: "findings" }), said = el("output", { id: "at", for: "scrubber" });
  const slider = el("input", { id: "scrubber", type: "range", min: 0, max: last, step: 1, "aria-label": t("scrubber"), oninput: () => go(Number(slider.value)) });
  const step = (by, word, name) => el("button", { type: "button", class: "small", "aria-label": name, onclick: () => go(Number(slider.value) + by) }, word);
  const known = new Map();
  let now = -1, asking = false, stopped = false;

  async function tableOf(at) {
    if (!known.has(at)) {
      if (known.size > 200) known.clear();
      known.set(at, await ask(`/api/games/${game.id}/at/${at}`));
    }
    return known.get(at);
  }

  // While one answer is awaited, only the newest wish is kept.
  async function follow() {
    if (asking) return;
    asking = true;
    for (let shown = -1; shown !== now && !stopped;) {
      const at = now;
      try {
        const state = await tableOf(at);
        standings.replaceChildren(race(state, game.players));
        where.replaceChildren(table(state, game.players, game.board));
      } catch (trouble) {
        where.replaceChildren(el("p", { class: "bad" }, trouble.message));
      }
      shown = at;
    }
    asking = false;
  }

  function go(to) {
    const at = Math.max(0, Math.min(last, to));
    if (at === now) return;
    now = at;
    slider.value = at;
    said.textContent = at ? `${at}/${last}: ${game.rows[at - 1][2]}` : `0/${last}`;
    slider.setAttribute("aria-valuetext", said.textContent);
    course.replaceChildren(curve(game.curve, game.players, game.goal, last, game.game, at));
    const upTo = findings(game.rows.slice(0, at));
    found.replaceChildren(...(upTo.length ? upTo.map(([one, number]) => finding(one, number)) : [el("p", { class: "soft" }, t("clean"))]));
    [...list.children].forEach((line, number) => { line.classList.toggle("later", number >= at); line.classList.toggle("now", number === at - 1); });
    const line = list.children[Math.max(0, at - 1)];
    if (line) list.scrollTop = line.offsetTop - list.clientHeight / 2;
    history.replaceState(null, "", at === last ? `#/game/${game.row.id}` : `#/game/${game.row.id}?at=${at}`);
    follow();
  }

  list.addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line && !event.target.closest("button")) go(Number(line.dataset.n));
  });
  const parts = [
    el("div", { class: "scrub card" }, step(-1, "‹", t("back")), slider, step(1, "›", t("on")), said),
    el("div", { class: "past" },
      el("section", { class: "play", "aria-label": t("game") }, standings, where, course),
      el("section", { class: "side card", "aria-label": t("events") }, el("h2", {}, t("findings")), found,
        el("h2", {}, t("events"), " ", el("span", {}, last)), list)),
  ];
  requestAnimationFrame(() => go(wanted === null || wanted === "" ? last : Number(wanted) || 0));
  return { parts, stop() { stopped = true; } };
}

function more(game, reload) {
  const file = (form) => el("a", { class: "button", href: address(`/api/games/${game.row.id}/export`, { form }), download: true }, t("export", form));
  return el("div", { class: "more" },
    game.ledger.length ? el("details", { class: "card" }, el("summary", {}, t("ledger")), el("table", {}, el("tbody", {}, game.ledger.map(([number, p, points, what]) =>
      el("tr", {}, el("td", { class: "num soft" }, number), el("td", {}, game.players[p - 1].name), el("td", { class: "num" }, signed(points)), el("td", {}, what)))))) : null,
    el("details", { class: "card" }, el("summary", {}, t("exports")), el("p", { class: "tools" }, ["jsonl", "csv", "bgstats", "bgg"].map(file))),
    corrections(game, reload));
}
