/** A small picture of a large board that shows which part is visible; click or drag to go elsewhere. */

import { draw } from "./elements.js";
import { boardSize, CELL } from "./geometry.js";

/** Fewest files of a board that has a map. */
const LARGE = 19;

export class Minimap {
  /** @param {HTMLElement} host @param {import("./board.js").Board} board */
  constructor(host, board) {
    this.board = board;
    this.stale = true;
    this.svg = /** @type {SVGSVGElement} */ (draw("svg", { class: "mj-minimap", "aria-hidden": "true" }));
    this.dots = draw("g");
    this.frame = draw("rect", { class: "mj-visible" });
    this.svg.append(draw("rect", { width: "100%", height: "100%", class: "mj-map-ground" }), this.dots, this.frame);
    host.append(this.svg);
    board.camera.listeners.add(() => this.#show());
    const go = (/** @type {PointerEvent} */ event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const matrix = this.svg.getScreenCTM();
      if (!matrix) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      board.camera.centre(x, y);
    };
    this.svg.addEventListener("pointerdown", go);
    this.svg.addEventListener("pointermove", go);
  }

  /** Draws the pieces anew, now or when the map is next shown. */
  update() {
    this.stale = true;
    this.#show();
  }

  #show() {
    const { camera, set, view } = this.board;
    const shown = camera.zoom > 1 && set !== null && view !== null && set.files >= LARGE;
    this.svg.classList.toggle("mj-gone", !shown);
    if (!shown) return;
    if (this.stale) this.#pieces(set, view);
    const box = { x: camera.x, y: camera.y, width: camera.width / camera.zoom, height: camera.height / camera.zoom };
    for (const [key, value] of Object.entries(box)) this.frame.setAttribute(key, String(value));
  }

  /** @param {import("./types.js").RuleSet} set @param {import("./types.js").View} view */
  #pieces(set, view) {
    this.stale = false;
    const { width, height } = boardSize(set);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.dots.replaceChildren(...view.pieces.map(([square, symbol]) => {
      const { x, y } = this.board.centre(square);
      const black = symbol === symbol.toUpperCase();
      return draw("rect", {
        x: x - CELL * 0.4, y: y - CELL * 0.4, width: CELL * 0.8, height: CELL * 0.8, class: black ? "mj-dark" : "mj-light",
      });
    }));
  }
}
