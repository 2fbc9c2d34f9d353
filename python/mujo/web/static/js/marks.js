/**
 * Drawing marks on squares. Each kind has its own shape, so that none is told by its colour alone.
 */

import { draw } from "./elements.js";

/** What each mark means. */
export const MEANINGS = {
  quiet: "moves there",
  capture: "captures there",
  double: "captures there as well",
  step: "captures there first: click it, then where it goes on",
  stop: "click again to stop here",
  igui: "captures and stays where it is",
  pass: "passes",
  hook: "moves there around a corner",
  promote: "becomes another piece",
  refused: "a rule forbids it: point at it for the reason",
  attacker: "attacks this square",
  defender: "guards this square",
  guarded: "is guarded by this piece",
};

/** @typedef {keyof typeof MEANINGS} Mark */

/**
 * Draws a mark around a point.
 * @param {Mark} kind @param {number} x @param {number} y @returns {SVGElement}
 */
export function drawMark(kind, x, y) {
  const group = draw("g", { class: `mj-mark mj-${kind}`, transform: `translate(${x} ${y})` });
  group.append(...shapes(kind));
  return group;
}

/** @param {Mark} kind @returns {SVGElement[]} */
function shapes(kind) {
  const frame = { x: -17.5, y: -17.5, width: 35, height: 35, class: "mj-line" };
  switch (kind) {
    case "quiet":
      return [draw("circle", { r: 6, class: "mj-fill" })];
    case "capture":
      return [draw("circle", { r: 17, class: "mj-line" })];
    case "double":
      return [draw("circle", { r: 17, class: "mj-line" }), draw("circle", { r: 13, class: "mj-line" })];
    case "step":
      return [draw("rect", { ...frame, "stroke-dasharray": "6 4" })];
    case "stop":
      return [draw("rect", frame), draw("rect", { x: -5, y: -5, width: 10, height: 10, class: "mj-fill" })];
    case "igui":
      return [draw("rect", frame), draw("circle", { r: 5, class: "mj-fill" })];
    case "pass":
      return [draw("path", { d: "M-5-7V7M5-7V7", class: "mj-line" }), draw("circle", { r: 17, class: "mj-line" })];
    case "hook":
      return [draw("path", { d: "M0-8L8 0L0 8L-8 0Z", class: "mj-fill" })];
    case "promote":
      return [draw("circle", { cx: 13, cy: -13, r: 7, class: "mj-badge" }),
        draw("path", { d: "M13-17V-9M9-13H17", class: "mj-plus" })];
    case "refused":
      return [draw("path", { d: "M-7-7L7 7M7-7L-7 7", class: "mj-line" })];
    case "attacker":
      return [draw("path", { d: "M-18-8V-18H-8M18 8V18H8M-18 8V18H-8M18-8V-18H8", class: "mj-line" })];
    case "defender":
      return [draw("rect", { ...frame, rx: 12 })];
    case "guarded":
      return [draw("rect", { ...frame, rx: 12, "stroke-dasharray": "3 4" })];
  }
}

/**
 * A line of the legend for the marks that are shown.
 * @param {Iterable<Mark>} kinds @returns {HTMLElement[]}
 */
export function legend(kinds) {
  const shown = new Set(kinds);
  return /** @type {Mark[]} */ (Object.keys(MEANINGS)).filter((kind) => shown.has(kind)).map((kind) => {
    const svg = draw("svg", { viewBox: "-20 -20 40 40", width: 22, height: 22, "aria-hidden": "true" });
    svg.append(drawMark(kind, 0, 0));
    const line = document.createElement("span");
    line.className = "mj-legend";
    line.append(svg, MEANINGS[kind]);
    return line;
  });
}
