/**
 * The part of the board that is shown: pan by dragging, zoom by wheel, pinch or keys. Zooming changes the view box, so
 * that everything stays crisp.
 */

const LARGEST = 8;
/** Pixels that a pointer may move and still click. */
const SLACK = 6;

export class Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {(x: number, y: number, event: PointerEvent) => void} onTap Called with a point of the board.
   */
  constructor(svg, onTap) {
    this.svg = svg;
    this.onTap = onTap;
    this.width = 1;
    this.height = 1;
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.moved = false;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", (event) => this.#forget(event));
  }

  /**
   * Sets the size of the board and shows all of it.
   * @param {number} width @param {number} height
   */
  setBoard(width, height) {
    this.width = width;
    this.height = height;
    this.fit();
  }

  fit() {
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
    this.#show();
  }

  /** Zooms around a point of the board; around the middle of the view if none is given.
   * @param {number} factor @param {{x: number, y: number}} [around] */
  zoomBy(factor, around) {
    const point = around ?? { x: this.x + this.width / this.zoom / 2, y: this.y + this.height / this.zoom / 2 };
    const zoom = Math.min(LARGEST, Math.max(1, this.zoom * factor));
    this.x = point.x - ((point.x - this.x) * this.zoom) / zoom;
    this.y = point.y - ((point.y - this.y) * this.zoom) / zoom;
    this.zoom = zoom;
    this.#show();
  }

  /**
   * Moves the view so that a point is its middle.
   * @param {number} x @param {number} y
   */
  centre(x, y) {
    this.x = x - this.width / this.zoom / 2;
    this.y = y - this.height / this.zoom / 2;
    this.#show();
  }

  /**
   * Moves the view as little as possible to show a square.
   * @param {number} x @param {number} y @param {number} room
   */
  reveal(x, y, room) {
    const wide = this.width / this.zoom;
    const high = this.height / this.zoom;
    this.x = Math.min(x - room, Math.max(x + room - wide, this.x));
    this.y = Math.min(y - room, Math.max(y + room - high, this.y));
    this.#show();
  }

  /**
   * The point of the board under a pointer.
   * @param {{clientX: number, clientY: number}} event
   */
  pointOf(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: -1, y: -1 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  #show() {
    const wide = this.width / this.zoom;
    const high = this.height / this.zoom;
    this.x = Math.min(this.width - wide, Math.max(0, this.x));
    this.y = Math.min(this.height - high, Math.max(0, this.y));
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${wide} ${high}`);
    for (const listener of this.listeners) listener();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // At the whole board, scrolling out scrolls the page.
    if (this.zoom === 1 && event.deltaY > 0 && !event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), this.pointOf(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.moved = false;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const [one, two] = [...this.pointers.values()];
    if (this.pointers.size === 2) {
      const apart = () => Math.hypot(one.x - two.x, one.y - two.y);
      const middle = () => ({ clientX: (one.x + two.x) / 2, clientY: (one.y + two.y) / 2 });
      const [before, from] = [apart(), middle()];
      last.x = event.clientX;
      last.y = event.clientY;
      const to = middle();
      if (before > 0) this.zoomBy(apart() / before, this.pointOf(from));
      this.#pan(to.clientX - from.clientX, to.clientY - from.clientY);
      this.moved = true;
      return;
    }
    const far = Math.hypot(event.clientX - last.x, event.clientY - last.y);
    if (!this.moved && far < SLACK) return;
    if (!this.moved) {
      this.moved = true;
      this.svg.setPointerCapture(event.pointerId);
    }
    this.#pan(event.clientX - last.x, event.clientY - last.y);
    last.x = event.clientX;
    last.y = event.clientY;
  }

  /**
   * Moves the board by pixels of the screen.
   * @param {number} right @param {number} down
   */
  #pan(right, down) {
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    this.x -= right / scale;
    this.y -= down / scale;
    this.#show();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const known = this.pointers.has(event.pointerId);
    this.#forget(event);
    if (!known || this.moved) return;
    const { x, y } = this.pointOf(event);
    this.onTap(x, y, event);
  }

  /** @param {PointerEvent} event */
  #forget(event) {
    this.pointers.delete(event.pointerId);
  }
}
