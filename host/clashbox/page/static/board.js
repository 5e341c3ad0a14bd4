// Toy Battle's terrain: regions with their medals, paths, bases with their stacks, headquarters.
import { el, svg } from "./dom.js";
import { t } from "./words.js";

const BASE = 19, HQ = 24, SHOWN = 5;

/** The board as it lies, or the medals alone where no troop was recorded. */
export function board(state, players, terrain) {
  const at = Object.fromEntries(terrain.nodes.map((node) => [node.id, node]));
  const made = svg("svg", { class: "board", viewBox: `-4 -8 ${terrain.width + 8} ${terrain.height + 16}`, role: "img", "aria-label": said(state, players, terrain) });
  terrain.regions.forEach((region, number) => {
    const owner = state.taken[number] || 0;
    made.append(svg("polygon", { class: `region r${owner}`, points: region.corners.map((corner) => corner.join(",")).join(" ") }));
  });
  for (const [a, b] of terrain.edges) made.append(svg("line", { class: "path", x1: at[a].x, y1: at[a].y, x2: at[b].x, y2: at[b].y }));
  terrain.regions.forEach((region, number) => {
    const owner = state.taken[number] || 0, [x, y] = region.spot;
    made.append(svg("circle", { class: `medal r${owner}`, cx: x, cy: y, r: 13 }), svg("text", { class: "medal-n", x, y: y + 5 }, region.medals));
  });
  for (const node of terrain.nodes) made.append(drawn(node, state.stacks[node.id] || [], state.placed));
  const left = state.left ? state.left.reduce((a, b) => a + b, 0) : null;
  return el("div", { class: "terrain card" },
    el("header", {}, el("h2", {}, terrain.name), el("span", { class: "soft" }, left === null ? "" : t("medals.left", left))),
    made,
    terrain.legend.length ? el("ul", { class: "legend" }, terrain.legend.map((row) => el("li", {}, el("i", { class: `swatch e-${row.effect}` }), row.text))) : null);
}

function said(state, players, terrain) {
  const held = Object.entries(state.stacks).map(([id, stack]) => {
    const [p, strength, name] = stack[stack.length - 1];
    return `${id}: ${players[p - 1].name}, ${name} ${strength || "★"}`;
  });
  return [terrain.name, ...held].join("; ");
}

function drawn(node, stack, placed) {
  const group = svg("g", { class: "node", "data-node": node.id, transform: `translate(${node.x} ${node.y})` });
  const size = node.side ? HQ : BASE;
  if (node.side) group.append(svg("rect", { class: `hq ${node.side}`, x: -HQ, y: -HQ, width: 2 * HQ, height: 2 * HQ, rx: 6 }));
  else group.append(svg("circle", { class: `spot e-${node.effect || "none"}`, r: BASE }));
  const top = stack[stack.length - 1];
  if (!top) {
    group.append(svg("text", { class: `id ${node.side}`, y: 5 }, node.id));
  } else {
    // Those below look out beneath the visible one.
    stack.slice(-SHOWN, -1).forEach(([p], depth, below) => {
      const out = (below.length - depth) * 3.5;
      group.append(svg("circle", { class: `troop p${p} below`, cx: out, cy: out, r: BASE - 1 }));
    });
    group.append(svg("circle", { class: `troop p${top[0]}`, r: BASE - 1 }), svg("text", { class: "strength", y: 7 }, top[1] || "★"));
    if (stack.length > 1) group.append(svg("text", { class: "height", x: size - 2, y: -size + 8 }, `×${stack.length}`));
  }
  if (node.effect === "gate") group.append(svg("text", { class: "gate", y: size + 13 }, `${node.admits.join("")}★`));
  group.append(svg("title", {}, [node.id, ...stack.map(([, strength, name]) => `${name} ${strength || "★"}`)].join(" · ")));
  if (placed && !stack.length) group.classList.add("free");
  return group;
}
