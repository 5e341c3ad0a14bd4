// How the points came: a line for each player over the events of the game, with the goal.
import { el, svg } from "./dom.js";
import { t } from "./words.js";

const HIGH = 180, LEFT = 30, RIGHT = 20, TOP = 12, BOTTOM = 22;

/** The picture. `points`: [event, points by player]; `at`: an event that is marked (the scrubber). */
export function curve(points, players, goal, events, game, at = null) {
  const WIDE = innerWidth < 600 ? 340 : 640;
  const most = Math.max(goal || 1, ...points.flatMap(([, values]) => values));
  const least = Math.min(0, ...points.flatMap(([, values]) => values));
  const x = (event) => LEFT + ((WIDE - LEFT - RIGHT) * event) / Math.max(1, events);
  const y = (value) => HIGH - BOTTOM - ((HIGH - TOP - BOTTOM) * (value - least)) / Math.max(1, most - least);
  const unit = t(game === "toybattle" ? "medals" : "vp");
  const made = svg("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("curve", unit) });
  const step = most - least > 12 ? 5 : most - least > 5 ? 2 : 1;
  for (let value = Math.ceil(least / step) * step; value <= most; value += step) {
    made.append(svg("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value));
  }
  if (goal) made.append(svg("line", { class: "goal", x1: LEFT, x2: WIDE - RIGHT, y1: y(goal), y2: y(goal) }));
  made.append(svg("text", { class: "tick", x: WIDE - RIGHT, y: HIGH - 5, "text-anchor": "end" }, t("curve.axis", events)));
  players.forEach((_, player) => {
    // Lines that run together are moved apart by a hair, so that each is seen.
    const apart = (player - (players.length - 1) / 2) * 2.4;
    let path = "";
    for (const [event, values] of points) {
      path += path ? `H${x(event).toFixed(1)}V${(y(values[player]) + apart).toFixed(1)}` : `M${x(event).toFixed(1)} ${(y(values[player]) + apart).toFixed(1)}`;
    }
    made.append(svg("path", { class: `line p${player + 1}`, d: `${path}H${x(events).toFixed(1)}` }));
  });
  if (at !== null) made.append(svg("line", { class: "now", x1: x(at), x2: x(at), y1: TOP - 6, y2: HIGH - BOTTOM }));
  return el("figure", { class: "card curve-card" }, el("figcaption", {}, t("curve", unit)), made);
}
