/** Who stands better: a bar beside the board, and a graph of a reviewed game. */

import { draw, make } from "./elements.js";

export class Gauge {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.bar = make("div", { className: "gauge-black" });
    this.text = make("span");
    host.setAttribute("role", "img");
    host.replaceChildren(this.bar, this.text);
  }

  /** @param {boolean} shown */
  show(shown) {
    this.host.hidden = !shown;
    if (shown) this.set(0.5, "");
  }

  /** @param {number} black Black's chance of winning. @param {string} score */
  set(black, score) {
    this.bar.style.height = `${(black * 100).toFixed(1)}%`;
    this.text.textContent = score;
    this.host.setAttribute("aria-label", `Black's chance of winning: ${Math.round(black * 100)} percent`);
  }
}

const WIDE = 300;
const HIGH = 80;

/**
 * Draws Black's chances of winning by move; a click goes there.
 * @param {{ply: number, black: number, mark: string}[]} found @param {number} length @param {number} here
 * @param {(ply: number) => void} go
 */
export function drawGraph(found, length, here, go) {
  const x = (/** @type {number} */ ply) => (ply / Math.max(1, length)) * WIDE;
  const y = (/** @type {number} */ black) => (1 - black) * HIGH;
  const line = found.map(({ ply, black }, at) => `${at ? "L" : "M"}${x(ply).toFixed(1)} ${y(black).toFixed(1)}`).join("");
  const svg = draw("svg", {
    viewBox: `-4 -4 ${WIDE + 8} ${HIGH + 8}`, class: "graph", role: "img",
    "aria-label": "Black's chance of winning by move",
  });
  svg.append(draw("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "graph-middle" }),
    draw("path", { d: `M${x(here)} 0V${HIGH}`, class: "graph-here" }), draw("path", { d: line, class: "graph-line" }));
  for (const each of found) {
    if (each.mark) svg.append(draw("circle", { cx: x(each.ply), cy: y(each.black), r: 4, class: "graph-fault" }));
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * (WIDE + 8) - 4;
    go(Math.max(0, Math.min(length, Math.round((part / WIDE) * length))));
  });
  return svg;
}
