/** A board as SVG: squares, pieces, marks, arrows and a cursor. The page and the notebook widget use it. */

import { Camera } from "./camera.js";
import { Drawings } from "./drawings.js";
import { afterPaint, draw } from "./elements.js";
import { boardSize, CELL, cellOf, centreOf, FRAME, squareAt } from "./geometry.js";
import { drawMark } from "./marks.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./types.js").Sprites} Sprites */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./marks.js").Mark} Mark */

let boards = 0;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{onSquare: (square: number, event: PointerEvent|KeyboardEvent) => void,
   *   onHover?: (square: number|null) => void}} handlers
   */
  constructor(host, handlers) {
    this.handlers = handlers;
    this.prefix = `mj${++boards}-`;
    this.flip = false;
    /** @type {RuleSet|null} */
    this.set = null;
    /** @type {Drawings|null} */
    this.drawings = null;
    /** @type {View|null} */
    this.view = null;
    /**
     * Symbols of the pieces, by square.
     * @type {Map<number, string>}
     */
    this.pieces = new Map();
    /** @type {Map<number, {key: string, element: SVGElement}>} */
    this.drawn = new Map();
    /** @type {SVGElement[]} */
    this.cells = [];
    /** @type {{squares: number[], kind: "route"|"best"|"other"}[]} */
    this.routes = [];
    /** @type {{squares: number[], kind: "route"|"best"|"other"}[]} */
    this.suggestions = [];
    this.cursor = 0;
    this.showCursor = false;
    /** Fulfilled once screen readers find the squares. */
    this.complete = Promise.resolve();
    this.svg = /** @type {SVGSVGElement} */ (draw("svg", {
      class: "mj-board", tabindex: 0, role: "grid", "aria-label": "Board", preserveAspectRatio: "xMidYMid meet",
    }));
    this.layers = Object.fromEntries(
      ["ground", "squares", "under", "chosen", "lines", "labels", "pieces", "marks", "arrows", "top"].map((name) => [
        name, draw("g", { class: `mj-${name}` }),
      ]),
    );
    for (const name of ["ground", "under", "chosen", "lines", "labels", "pieces", "marks", "arrows", "top"]) {
      this.layers[name].setAttribute("aria-hidden", "true");
    }
    this.svg.append(...Object.values(this.layers));
    host.replaceChildren(this.svg);
    this.camera = new Camera(this.svg, (x, y, event) => this.#tap(x, y, event));
    /** @type {number|null} */
    this.hovered = null;
    this.svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.#hover(this.#at(this.camera.pointOf(event)));
    });
    this.svg.addEventListener("pointerleave", () => this.#hover(null));
    this.svg.addEventListener("focus", () => this.#cursorShown(this.svg.matches(":focus-visible")));
    this.svg.addEventListener("blur", () => this.#cursorShown(false));
  }

  /** @param {RuleSet} set @param {Sprites} sprites */
  setRules(set, sprites) {
    const sameSize = this.set?.files === set.files && this.set?.ranks === set.ranks;
    this.set = set;
    this.setSprites(sprites);
    if (sameSize) return;
    const { width, height } = boardSize(set);
    this.svg.style.setProperty("--mj-ratio", String(width / height));
    this.cursor = Math.floor((set.files * set.ranks) / 2);
    this.#frame();
    this.camera.setBoard(width, height);
  }

  /**
   * Sets the drawings of the pieces.
   * @param {Sprites} sprites
   */
  setSprites(sprites) {
    this.drawings = new Drawings(sprites);
    this.#redraw();
  }

  /** @param {View} view */
  setView(view) {
    this.view = view;
    this.pieces = new Map(view.pieces);
    this.#pieces();
    this.#under();
    this.#labelCells();
  }

  /** @param {boolean} flip */
  setFlip(flip) {
    if (flip === this.flip) return;
    this.flip = flip;
    if (!this.set) return;
    this.#frame();
    this.#redraw();
  }

  /**
   * Shows which squares can be clicked.
   * @param {number|null} chosen @param {number[]} path @param {Map<number, Mark[]>} marks @param {boolean} faint
   */
  setMarks(chosen, path, marks, faint) {
    const layer = this.layers.marks;
    layer.classList.toggle("mj-faint", faint);
    layer.replaceChildren();
    const squares = chosen === null ? path : [chosen, ...path];
    this.layers.chosen.replaceChildren(...squares.map((square) => this.#square(square, "mj-picked")));
    for (const [square, kinds] of marks) {
      const { x, y } = this.centre(square);
      for (const kind of kinds) {
        const mark = drawMark(kind, x, y);
        mark.dataset.square = String(square);
        layer.append(mark);
      }
    }
  }

  /** Draws lines through squares: routes and suggested moves.
   * @param {{squares: number[], kind: "route"|"best"|"other"}[]} arrows */
  setArrows(arrows) {
    this.routes = arrows;
    this.#arrows();
  }

  /** Draws moves that the computer suggests, below the routes.
   * @param {{squares: number[], kind: "route"|"best"|"other"}[]} arrows */
  setSuggestions(arrows) {
    this.suggestions = arrows;
    this.#arrows();
  }

  #arrows() {
    this.layers.arrows.replaceChildren(...[...this.suggestions, ...this.routes].flatMap(
      ({ squares, kind }) => this.#arrow(squares, kind)));
  }

  /** @param {number} square */
  centre(square) {
    return centreOf(/** @type {RuleSet} */ (this.set), square, this.flip);
  }

  /**
   * Moves the cursor of the keyboard.
   * @param {number} right @param {number} down
   */
  moveCursor(right, down) {
    const set = this.set;
    if (!set) return;
    const { column, row } = cellOf(set, this.cursor, this.flip);
    const to = {
      column: Math.min(set.files - 1, Math.max(0, column + right)), row: Math.min(set.ranks - 1, Math.max(0, row + down)),
    };
    const square = squareAt(set, FRAME + (to.column + 0.5) * CELL, FRAME + (to.row + 0.5) * CELL, this.flip);
    if (square !== null) this.setCursor(square);
  }

  /** @param {number} square */
  setCursor(square) {
    this.cursor = square;
    this.#cursorShown(true);
    const { x, y } = this.centre(square);
    this.camera.reveal(x, y, CELL * 1.5);
    this.#hover(square);
  }

  /**
   * The name and piece of a square, as a screen reader says them.
   * @param {number} square
   */
  describe(square) {
    const set = this.set;
    if (!set) return "";
    const symbol = this.pieces.get(square);
    if (!symbol) return `${set.squares[square]}, empty`;
    const side = symbol === symbol.toUpperCase() ? "Black" : "White";
    return `${set.squares[square]}, ${side} ${set.pieces[symbol.toUpperCase()]?.name ?? symbol}`;
  }

  #redraw() {
    this.drawn.clear();
    this.layers.pieces.replaceChildren();
    if (this.view) this.setView(this.view);
    this.#arrows();
    if (this.showCursor) this.#cursorShown(true);
  }

  /** @param {{x: number, y: number}} point */
  #at({ x, y }) {
    return this.set ? squareAt(this.set, x, y, this.flip) : null;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  #tap(x, y, event) {
    const square = this.#at({ x, y });
    if (square === null) return;
    this.cursor = square;
    this.#cursorShown(false);
    this.handlers.onSquare(square, event);
  }

  /** @param {number|null} square */
  #hover(square) {
    if (square === this.hovered) return;
    this.hovered = square;
    this.handlers.onHover?.(square);
  }

  /** @param {boolean} shown */
  #cursorShown(shown) {
    this.showCursor = shown;
    this.svg.setAttribute("aria-activedescendant", `${this.prefix}s${this.cursor}`);
    this.layers.top.replaceChildren(...(shown && this.set ? [this.#square(this.cursor, "mj-cursor")] : []));
  }

  /** @param {number} square @param {string} name */
  #square(square, name) {
    const { x, y } = this.centre(square);
    return draw("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: name });
  }

  /** Draws everything that depends on the size of the board alone. */
  #frame() {
    const set = /** @type {RuleSet} */ (this.set);
    const { width, height } = boardSize(set);
    this.layers.ground.replaceChildren(draw("rect", { width, height }));
    const across = Array.from({ length: set.ranks + 1 }, (_, n) => `M${FRAME} ${FRAME + n * CELL}H${width - FRAME}`);
    const along = Array.from({ length: set.files + 1 }, (_, n) => `M${FRAME + n * CELL} ${FRAME}V${height - FRAME}`);
    this.layers.lines.replaceChildren(draw("path", { d: across.join("") + along.join("") }));
    this.#labels(width, height);
    this.cells = [];
    this.complete = afterPaint().then(() => this.#makeCells(set));
  }

  /**
   * Makes the squares as screen readers find them. Nothing of them is seen, so the board is shown first.
   * @param {RuleSet} set
   */
  #makeCells(set) {
    if (set !== this.set) return;
    const rows = [];
    for (let row = 0; row < set.ranks; row++) {
      const line = draw("g", { role: "row" });
      for (let column = 0; column < set.files; column++) {
        const x = FRAME + column * CELL;
        const y = FRAME + row * CELL;
        const square = /** @type {number} */ (squareAt(set, x + 1, y + 1, this.flip));
        const cell = draw("rect", { x, y, width: CELL, height: CELL, role: "gridcell", id: `${this.prefix}s${square}` });
        cell.dataset.square = String(square);
        this.cells[square] = cell;
        line.append(cell);
      }
      rows.push(line);
    }
    this.layers.squares.replaceChildren(...rows);
    this.#labelCells();
  }

  /** @param {number} width @param {number} height */
  #labels(width, height) {
    const set = /** @type {RuleSet} */ (this.set);
    const texts = [];
    for (let file = 0; file < set.files; file++) {
      const { x } = this.centre(file);
      for (const y of [FRAME - 8, height - FRAME + 18]) texts.push(draw("text", { x, y }, String(file + 1)));
    }
    for (let rank = 0; rank < set.ranks; rank++) {
      const { y } = this.centre(rank * set.files);
      const name = set.squares[rank * set.files].replace(/^\d+/, "");
      for (const x of [FRAME / 2, width - FRAME / 2]) texts.push(draw("text", { x, y: y + 5 }, name));
    }
    this.layers.labels.replaceChildren(...texts);
  }

  /** Draws the pieces that have changed. */
  #pieces() {
    const { view, drawings, set } = this;
    if (!view || !drawings || !set || view.set !== set.digest) return;
    const wanted = this.pieces;
    for (const [square, { element }] of this.drawn) {
      if (wanted.has(square)) continue;
      element.remove();
      this.drawn.delete(square);
    }
    for (const [square, symbol] of wanted) {
      const key = `${symbol}${this.flip}`;
      const old = this.drawn.get(square);
      if (old?.key === key) continue;
      old?.element.remove();
      const { x, y } = this.centre(square);
      const down = (symbol !== symbol.toUpperCase()) !== this.flip;
      const element = drawings.draw(symbol, x, y, down);
      element.dataset.square = String(square);
      element.dataset.piece = symbol;
      this.layers.pieces.append(element);
      this.drawn.set(square, { key, element });
    }
  }

  /** Colours the last move and the royals in danger. */
  #under() {
    const { view, set } = this;
    if (!view || !set || view.set !== set.digest) return;
    /** @type {Map<number, string>} */
    const fills = new Map();
    if (view.last) {
      fills.set(view.last.from, "mj-from");
      for (const square of view.last.via) fills.set(square, "mj-via");
      fills.set(view.last.to, "mj-to");
    }
    const squares = [...fills].map(([square, name]) => this.#square(square, name));
    const rings = view.danger.map((square) => {
      const { x, y } = this.centre(square);
      return draw("circle", { cx: x, cy: y, r: 19, class: "mj-danger" });
    });
    this.layers.under.replaceChildren(...squares, ...rings);
  }

  #labelCells() {
    const { view, set } = this;
    if (!view || !set) return;
    const { pieces } = this;
    this.cells.forEach((cell, square) => {
      const symbol = pieces.get(square) ?? "";
      if (cell.dataset.piece === symbol && cell.hasAttribute("aria-label")) return;
      cell.dataset.piece = symbol;
      cell.setAttribute("aria-label", this.describe(square));
    });
  }

  /** @param {number[]} squares @param {string} kind @returns {SVGElement[]} */
  #arrow(squares, kind) {
    const points = squares.map((square) => this.centre(square));
    if (points.length < 2) return [];
    const end = points[points.length - 1];
    const from = points[points.length - 2];
    const length = Math.hypot(end.x - from.x, end.y - from.y);
    if (!length) return [draw("circle", { cx: end.x, cy: end.y, r: 15, class: `mj-arrow mj-${kind}` })];
    const [dx, dy] = [(end.x - from.x) / length, (end.y - from.y) / length];
    const tip = { x: end.x - 4 * dx, y: end.y - 4 * dy };
    const base = { x: tip.x - 13 * dx, y: tip.y - 13 * dy };
    const line = [...points.slice(0, -1), base].map(({ x, y }) => `${x} ${y}`).join("L");
    const head = `M${tip.x} ${tip.y}L${base.x - 8 * dy} ${base.y + 8 * dx}L${base.x + 8 * dy} ${base.y - 8 * dx}Z`;
    return [draw("path", { d: `M${line}`, class: `mj-arrow mj-${kind}` }),
      draw("path", { d: head, class: `mj-head mj-${kind}` })];
  }
}
