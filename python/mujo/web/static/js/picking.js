/**
 * Choosing a move by clicking squares. It knows no rule: it follows the paths of the moves that the server lists for the
 * chosen piece.
 */

/** @typedef {import("./types.js").Choices} Choices */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./marks.js").Mark} Mark */

/**
 * What a click leads to.
 * @typedef {{type: "play", move: Choice} | {type: "ask", moves: Choice[], pass: boolean} | {type: "step"}
 *   | {type: "back"} | {type: "refused", message: string} | {type: "none"}} Answer
 */

export class Picking {
  constructor() {
    /** @type {Choices|null} */
    this.choices = null;
    /**
     * Squares clicked after the piece.
     * @type {number[]}
     */
    this.path = [];
  }

  get square() {
    return this.choices?.square ?? null;
  }

  /** @param {Choices|null} choices */
  choose(choices) {
    this.choices = choices;
    this.path = [];
  }

  clear() {
    this.choose(null);
  }

  /**
   * The moves that begin with the squares clicked so far.
   * @returns {Choice[]}
   */
  possible() {
    return (this.choices?.moves ?? []).filter((move) => this.path.every((square, at) => move.path[at] === square));
  }

  /** The moves that end with the squares clicked so far. */
  #complete() {
    return this.path.length ? this.possible().filter((move) => move.path.length === this.path.length) : [];
  }

  /** @param {number} square @returns {Answer} */
  click(square) {
    if (!this.choices?.playable) return { type: "none" };
    const at = this.path.length;
    if (at && square === this.path[at - 1]) {
      const complete = this.#complete();
      if (complete.length) return this.#finish(complete);
    }
    const next = this.possible().filter((move) => move.path[at] === square);
    if (next.length) {
      const longer = next.some((move) => move.path.length > at + 1);
      if (!longer) return this.#finish(next);
      this.path.push(square);
      return { type: "step" };
    }
    const refused = this.refusal(square);
    if (refused) return { type: "refused", message: refused.message };
    if (!at) return { type: "none" };
    this.path = [];
    return { type: "back" };
  }

  /**
   * What a rule forbids after the squares clicked so far.
   * @returns {Refusal[]}
   */
  #refusals() {
    return (this.choices?.refused ?? []).filter(({ after }) =>
      after.length === this.path.length && after.every((square, at) => square === this.path[at]));
  }

  /**
   * The reason why a square cannot be clicked next, if a rule forbids it.
   * @param {number|null} square
   */
  refusal(square) {
    return this.#refusals().find((each) => each.square === square);
  }

  /** @param {Choice[]} moves @returns {Answer} */
  #finish(moves) {
    // A pass looks like clicking the piece once more, which is easily done by mistake.
    const pass = moves.some((move) => move.kind === "pass");
    return moves.length === 1 && !pass ? { type: "play", move: moves[0] } : { type: "ask", moves, pass };
  }

  /**
   * The marks of all squares that can be clicked next.
   * @returns {Map<number, Mark[]>}
   */
  marks() {
    /** @type {Map<number, Choice[]>} */
    const bySquare = new Map();
    const at = this.path.length;
    for (const move of this.possible()) {
      const square = move.path[at];
      if (square === undefined) continue;
      bySquare.set(square, [...(bySquare.get(square) ?? []), move]);
    }
    /** @type {Map<number, Mark[]>} */
    const found = new Map();
    for (const [square, moves] of bySquare) found.set(square, this.#markOf(moves, at));
    if (this.#complete().length) found.set(this.path[at - 1], ["stop"]);
    for (const each of this.#refusals()) found.set(each.square, ["refused"]);
    return found;
  }

  /** @param {Choice[]} moves @param {number} at @returns {Mark[]} */
  #markOf(moves, at) {
    const ends = moves.filter((move) => move.path.length === at + 1);
    /** @type {Mark[]} */
    const marks = [];
    if (ends.length < moves.length) marks.push("step");
    if (ends.length) {
      const mark = this.#markOfEnd(ends[0]);
      // A capture on the way may also be the whole move: its frame says both.
      if (mark !== "capture" || !marks.length) marks.push(mark);
      if (ends.every((move) => move.promotes)) marks.push("promote");
    }
    return marks;
  }

  /** @param {Choice} move @returns {Mark} */
  #markOfEnd(move) {
    if (move.kind === "pass" || move.kind === "igui") return move.kind;
    // What is captured on the way does not stand on the last square.
    if (!move.captures.includes(move.path[move.path.length - 1])) return move.corners.length ? "hook" : "quiet";
    return move.path.length > 1 ? "double" : "capture";
  }

  /**
   * The corners of the moves to a square.
   * @param {number} square
   */
  corners(square) {
    const move = this.possible().find((each) => each.path[this.path.length] === square);
    return move?.corners ?? [];
  }
}
