// The live view: the table, who leads, what the referee finds, the list of events, and the box.
import { $, el } from "./dom.js";
import { curve } from "./curve.js";
import { device } from "./device.js";
import { entry } from "./enter.js";
import { findings, finding, update } from "./rows.js";
import { on } from "./socket.js";
import { race, table } from "./table.js";
import { t } from "./words.js";

export function show(main) {
  const box = device(), entering = entry();
  const title = el("h1", { id: "title" }, t("nogame"));
  const trouble = el("p", { id: "trouble", class: "bad", hidden: true });
  const standings = el("div", { id: "standings" });
  const where = el("div", { id: "table" });
  const course = el("div", { id: "course" });
  const found = el("div", { id: "findings", role: "log", "aria-live": "polite" });
  const count = el("span", { id: "count" });
  const list = el("ol", { id: "events", class: "events", tabindex: 0, "aria-label": t("events") });
  main.append(el("div", { class: "live" },
    el("section", { class: "play", "aria-label": t("game") }, title, trouble, standings, where, entering.made, course),
    el("section", { class: "side card", "aria-label": t("events") },
      el("h2", {}, t("findings")), found, el("h2", {}, t("events"), " ", count), list),
    box.made));
  let before = [];
  const end = on("game", (game) => {
    main.classList.toggle("red-blue", Boolean(game?.board));
    const rows = game ? game.list : [];
    title.textContent = game ? (game.table.over ? t("over", game.title) : game.title) : t("nogame");
    trouble.textContent = game ? game.trouble : "";
    trouble.hidden = !trouble.textContent;
    standings.replaceChildren(...(game ? [race(game.table, game.players)] : []));
    where.replaceChildren(...(game ? [table(game.table, game.players, game.board)] : [el("p", { class: "empty" }, t("nogame.how"))]));
    course.replaceChildren(...(game ? [curve(game.curve, game.players, game.table.goal, rows.length, game.game)] : []));
    const all = findings(rows);
    found.replaceChildren(...(all.length ? all.map(([one, number]) => finding(one, number)) : [el("p", { class: "soft" }, t("clean"))]));
    count.textContent = rows.length || "";
    update(list, before, rows);
    entering.update(game);
    before = rows;
  });
  return { stop() { end(); entering.stop(); box.stop(); main.classList.remove("red-blue"); } };
}
