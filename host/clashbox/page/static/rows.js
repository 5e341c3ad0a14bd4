// The list of events with what the referee finds, and a rule on a click.
import { $, clock, el } from "./dom.js";
import { lang, t } from "./words.js";

function ruleButton(rule, level, text) {
  return el("button", { type: "button", class: `rule ${level}`, "aria-label": `${t("rule")} ${rule}`, title: text, onclick: () => openRule(rule) }, rule);
}

/** A finding; a click opens its rule. */
export function finding([rule, level, text], number) {
  return el("div", { class: `finding ${level}` }, ruleButton(rule, level, null),
    el("span", {}, number ? el("b", {}, `${number}: `) : null, text));
}

/** A line of the list. */
export function row([number, seconds, text, undone, findings]) {
  return el("li", { class: undone ? "undone" : null, "data-n": number },
    el("span", { class: "n" }, number), el("span", { class: "t" }, clock(seconds)), el("span", { class: "s" }, text),
    findings.length ? el("span", { class: "marks" }, findings.map(([rule, level, text]) => ruleButton(rule, level, text))) : null);
}

/** Brings a list (ol) up to what it should show, and stays at its end where it was there. */
export function update(list, before, rows) {
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  while (list.children.length > rows.length) list.lastChild.remove();
  rows.forEach((data, at) => {
    if (at >= list.children.length) list.append(row(data));
    else if (data !== before[at]) list.children[at].replaceWith(row(data));
  });
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/** All findings of events that stand, the newest first. */
export function findings(rows) {
  return rows.filter(([, , , undone]) => !undone).flatMap(([number, , , , found]) => found.map((one) => [one, number])).reverse();
}

export async function openRule(id) {
  const dialog = $("rule");
  const answer = await fetch(`/api/rules/${encodeURIComponent(id)}?lang=${lang}`);
  if (!answer.ok) return;
  const rule = await answer.json();
  dialog.replaceChildren(
    el("header", {}, el("h2", { id: "rule-title" }, `${rule.id} ${rule.title}`),
      el("button", { type: "button", class: "close", "aria-label": t("close"), onclick: () => dialog.close() }, "×")),
    el("p", { class: "soft" }, rule.section), el("p", {}, rule.text),
    el("h3", {}, t("rule.example")), el("p", {}, rule.example),
    rule.house ? [el("h3", {}, t("rule.house")), el("p", {}, rule.house)] : null,
    el("h3", {}, t("rule.source")), el("ul", {}, rule.source.map((one) => el("li", {}, one))),
    rule.related.length ? el("p", { class: "related" }, rule.related.map((one) =>
      el("button", { type: "button", class: "small", onclick: () => openRule(one.id) }, `${one.id} ${one.title}`))) : null);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
