/**
 * The card of a piece: its names, how it moves, what it becomes, what it is worth. Its kanji are in the diagram, which
 * needs no font.
 */

import { make, setSvg } from "./elements.js";

export class Card {
  /** @param {HTMLElement} host @param {import("./session.js").Session} session */
  constructor(host, session) {
    this.session = session;
    this.body = make("div");
    this.choice = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": "Look up a piece" }));
    this.choice.addEventListener("change", () => {
      if (this.choice.value) this.#show(this.choice.value);
    });
    host.replaceChildren(this.choice, this.body);
    this.shown = "";
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.waiting = undefined;
    session.listeners.add((_, changed) => {
      if (changed) this.#empty();
    });
    this.#empty();
  }

  /**
   * Shows the piece on a square after a moment.
   * @param {number|null} square
   */
  hover(square) {
    clearTimeout(this.waiting);
    const symbol = this.#symbolAt(square);
    if (symbol) this.waiting = setTimeout(() => this.#show(symbol), 150);
  }

  /**
   * Shows the piece on a square.
   * @param {number} square
   */
  show(square) {
    clearTimeout(this.waiting);
    const symbol = this.#symbolAt(square);
    if (symbol) this.#show(symbol);
  }

  /** @param {number|null} square */
  #symbolAt(square) {
    return this.session.view?.pieces.find(([at]) => at === square)?.[1].toUpperCase();
  }

  #empty() {
    this.shown = "";
    this.body.replaceChildren(make("p", { className: "quiet" }, "Point at a piece to read how it moves."));
    const named = Object.entries(this.session.set?.pieces ?? {})
      .sort(([, one], [, other]) => one.name.localeCompare(other.name, "en"));
    this.choice.replaceChildren(make("option", { value: "" }, "Look up a piece by its name"),
      ...named.map(([symbol, { name }]) => make("option", { value: symbol }, `${name} (${symbol})`)));
  }

  /** @param {string} symbol */
  async #show(symbol) {
    const key = `${this.session.view?.set} ${symbol}`;
    if (key === this.shown) return;
    this.shown = key;
    this.choice.value = symbol;
    let card;
    try {
      card = await this.session.card(symbol);
    } catch {
      return;
    }
    if (this.shown !== key) return;
    const diagram = make("div", { className: "diagram", role: "img", "aria-label": `Moves of ${card.name}` });
    setSvg(diagram, card.diagram);
    const value = card.value === undefined || card.value === null ? "" : `, worth ${(card.value / 100).toFixed(1)}`;
    const lines = [
      make("h2", {}, `${card.symbol} ${card.name}`),
      make("p", { className: "quiet" }, `${card.romaji}${value}${card.royal ? `, royal (${card.royal})` : ""}`),
      make("ul", {}, ...card.moves.map((/** @type {string} */ text) => make("li", {}, text))),
    ];
    if (card.promotes_to) {
      const { symbol: after, name } = card.promotes_to;
      const button = make("button", { type: "button", className: "link" }, name);
      button.addEventListener("click", () => this.#show(after));
      lines.push(make("p", {}, "Becomes: ", button));
    }
    this.body.replaceChildren(...lines, diagram);
  }
}
