/** The pieces that each side has captured. */

import { draw, make } from "./elements.js";

/**
 * @param {HTMLElement} host @param {import("./types.js").View} view @param {import("./board.js").Board} board
 */
export function showCaptured(host, view, board) {
  const { drawings, set } = board;
  if (!drawings || !set) return;
  const rows = /** @type {("black"|"white")[]} */ (["black", "white"]).map((side) => {
    const list = make("span", { className: "pieces" });
    for (const [symbol, count] of view.captured[side]) {
      const name = set.pieces[symbol.toUpperCase()]?.name ?? symbol;
      const svg = draw("svg", { viewBox: "-16 -19 32 38", width: 25, height: 30, role: "img", "aria-label": name });
      svg.append(draw("title", {}, name), drawings.draw(symbol.toUpperCase()));
      list.append(svg);
      if (count > 1) list.append(make("span", { className: "count" }, `×${count}`));
    }
    const total = view.captured[side].reduce((sum, [, count]) => sum + count, 0);
    return make("p", {}, `${side === "black" ? "Black" : "White"}: ${total || "none"} `, list);
  });
  host.replaceChildren(...rows);
}
