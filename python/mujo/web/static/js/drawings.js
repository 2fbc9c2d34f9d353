/**
 * The drawings of pieces in one style. A board copies them, because a `use` costs the browser a shadow tree for each
 * piece: styling and layout of a large board take half the time with copies.
 */

import { draw } from "./elements.js";

/** @typedef {import("./types.js").Sprites} Sprites */

export class Drawings {
  /** @param {Sprites} sprites */
  constructor(sprites) {
    this.sprites = sprites;
    this.parsed = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${sprites.defs}</svg>`, "image/svg+xml");
    /** @type {Map<string, SVGElement>} */
    this.known = new Map();
  }

  /**
   * Draws a piece around a point.
   * @param {string} symbol @param {number} x @param {number} y @param {boolean} down Whether it points down.
   * @returns {SVGElement}
   */
  draw(symbol, x = 0, y = 0, down = false) {
    const { sprites } = this;
    const piece = /** @type {SVGElement} */ (this.#drawing((down ? sprites.down : sprites.up)[symbol]).cloneNode(true));
    piece.setAttribute("transform", `translate(${x} ${y})${down && sprites.turned ? "rotate(180)" : ""}`);
    return piece;
  }

  /** @param {string} id */
  #drawing(id) {
    let found = this.known.get(id);
    if (!found) {
      found = draw("g");
      found.append(...[...(this.parsed.getElementById(id)?.children ?? [])].map((each) => this.#copy(each)));
      this.known.set(id, found);
    }
    return found;
  }

  /**
   * Copies an element; instead of a `use`, what it uses.
   * @param {Element} element @returns {Node}
   */
  #copy(element) {
    if (element.tagName !== "use") return document.importNode(element, true);
    const { href, ...rest } = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    const used = this.parsed.getElementById(href.slice(1))?.children ?? [];
    if (used.length !== 1) {
      const group = draw("g", rest);
      group.append(...[...used].map((each) => this.#copy(each)));
      return group;
    }
    const copy = /** @type {SVGElement} */ (document.importNode(used[0], true));
    for (const [name, value] of Object.entries(rest)) copy.setAttribute(name, value);
    return copy;
  }
}
