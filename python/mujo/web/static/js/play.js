/** Playing on the board: clicks become moves, and what can be clicked is marked. */

import { legend } from "./marks.js";
import { Picking } from "./picking.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Choice} Choice */

export class Play {
  /**
   * @param {Board} board @param {Session} session
   * @param {{hint: (text: string) => void, legend: (lines: HTMLElement[]) => void, say: (text: string) => void,
   *   show: (square: number) => void, fault: (error: unknown) => void,
   *   ask: (moves: Choice[], pass: boolean, at: number) => Promise<Choice|null>}} page
   */
  constructor(board, session, page) {
    this.board = board;
    this.session = session;
    this.page = page;
    this.picking = new Picking();
    this.looking = false;
    session.listeners.add(() => this.clear());
  }

  clear() {
    this.picking.clear();
    this.#show();
    this.page.hint(this.#standingHint());
  }

  /** @param {number} square */
  async click(square) {
    try {
      await this.#click(square);
    } catch (error) {
      this.clear();
      this.page.fault(error);
    }
  }

  /** @param {number} square */
  async #click(square) {
    const { picking } = this;
    const answer = picking.click(square);
    switch (answer.type) {
      case "play":
        await this.#play(answer.move);
        return;
      case "ask": {
        const chosen = await this.page.ask(answer.moves, answer.pass, square);
        if (chosen) await this.#play(chosen);
        else this.clear();
        return;
      }
      case "step":
        this.#show();
        this.page.hint(this.#stepHint());
        return;
      case "back":
        this.#show();
        this.#tell(`${this.#name(picking.choices?.piece)} cannot go on to ${this.session.set?.squares[square]}. `
          + "Begin again: click its first square.");
        return;
      case "refused":
        this.#tell(answer.message);
        return;
    }
    await this.#choose(square);
  }

  /** @param {number} square */
  async #choose(square) {
    const { picking, board } = this;
    const before = picking.choices;
    const set = this.session.set;
    if (square === picking.square || !set) {
      this.clear();
      return;
    }
    const occupied = this.session.view?.pieces.some(([at]) => at === square);
    if (!occupied) {
      this.clear();
      if (before?.playable) {
        const text = `${this.#name(before.piece)} on ${set.squares[before.square]} cannot go to ${set.squares[square]}.`;
        this.#tell(text);
      }
      return;
    }
    const revision = this.session.view?.revision;
    const choices = await this.session.choices(square);
    if (this.session.view?.revision !== revision) return;
    picking.choose(choices);
    this.page.show(square);
    this.#show();
    const text = this.#choiceHint();
    this.page.hint(text);
    this.page.say(`${board.describe(square)}. ${text}`);
  }

  /**
   * Shows words, for screen readers too.
   * @param {string} text
   */
  #tell(text) {
    this.page.hint(text);
    this.page.say(text);
  }

  /** @param {Choice} move */
  async #play(move) {
    this.picking.clear();
    this.#show();
    await this.session.act("move", { move: move.usi });
    const view = this.session.view;
    const played = view?.line[view.ply - 1];
    this.page.say(`${played?.text ?? move.usi}. ${view?.status ?? ""}`);
  }

  /**
   * Shows what the piece under the pointer would do on the way.
   * @param {number|null} square
   */
  hover(square) {
    const { picking, board } = this;
    if (this.looking) return;
    const start = picking.square;
    if (square === null || start === null) {
      board.setArrows([]);
      return;
    }
    const refused = picking.refusal(square);
    if (refused) {
      this.page.hint(refused.message);
      board.setArrows(refused.squares.map((from) => ({ squares: [from, square], kind: "other" })));
      return;
    }
    const corners = picking.corners(square);
    board.setArrows(corners.map((corner) => ({ squares: [start, corner, square], kind: "route" })));
  }

  /**
   * Shows who attacks and who guards a square, and what its piece guards.
   * @param {number} square
   */
  async look(square) {
    this.looking = true;
    const found = await this.session.choices(square);
    if (!this.looking) return;
    const own = found.piece === null || found.piece === found.piece.toUpperCase() ? "black" : "white";
    const other = own === "black" ? "white" : "black";
    /** @type {Map<number, import("./marks.js").Mark[]>} */
    const marks = new Map();
    for (const at of found.guards) marks.set(at, ["guarded"]);
    for (const at of found.attackers[own]) marks.set(at, [...(marks.get(at) ?? []), "defender"]);
    for (const at of found.attackers[other]) marks.set(at, ["attacker"]);
    this.board.setMarks(square, [], marks, false);
    this.board.setArrows([]);
    this.page.legend(legend([...marks.values()].flat()));
    const count = (/** @type {number[]} */ list, /** @type {string} */ word) => `${list.length} ${word}`;
    const text = found.piece === null
      ? `${this.session.set?.squares[square]}: ${count(found.attackers.black, "pieces of Black reach it")}, `
        + `${count(found.attackers.white, "of White")}.`
      : `${this.board.describe(square)}: ${count(found.attackers[other], "attackers")}, `
        + `${count(found.attackers[own], "guards")}; it guards ${found.guards.length}.`;
    this.#tell(text);
  }

  endLook() {
    if (!this.looking) return;
    this.looking = false;
    this.#show();
    this.page.hint(this.picking.choices ? this.#choiceHint() : this.#standingHint());
  }

  /** Draws the marks anew, after the board has been turned. */
  redraw() {
    this.#show();
    if (!this.picking.choices) this.page.hint(this.#standingHint());
  }

  #show() {
    const { picking } = this;
    const marks = picking.marks();
    this.board.setMarks(picking.square, picking.path, marks, picking.choices?.playable === false);
    this.board.setArrows([]);
    this.page.legend(legend([...marks.values()].flat()));
  }

  /** @param {string|null|undefined} symbol */
  #name(symbol) {
    const name = symbol ? this.session.set?.pieces[symbol.toUpperCase()]?.name ?? symbol : "piece";
    return `The ${name}`;
  }

  #standingHint() {
    const view = this.session.view;
    if (!view || view.over) return "";
    if (view.computer?.to_move) return "The computer is to move.";
    const black = view.turn === "black";
    const place = black !== this.board.flip ? "at the bottom, pointing up" : "at the top, pointing down";
    return `${black ? "Black" : "White"} (${place}): click a piece to see its moves.`;
  }

  #choiceHint() {
    const choices = this.picking.choices;
    if (!choices) return "";
    const name = this.#name(choices.piece);
    const count = new Set(choices.moves.map((move) => move.path.join())).size;
    if (!choices.playable) {
      if (this.session.view?.over) return `${name}: the game is over.`;
      return count ? `${name} is not to move now; this is what it could do.` : `${name} is not to move now and blocked.`;
    }
    if (!count) return `${name} has no move here.`;
    return `${name}: ${count === 1 ? "one move" : `${count} moves`}. Click a marked square.`;
  }

  #stepHint() {
    const { picking, session } = this;
    if (!picking.path.length) return this.#choiceHint();
    const names = picking.path.map((square) => session.set?.squares[square]).join(" and ");
    const start = session.set?.squares[picking.square ?? 0];
    const moves = picking.possible();
    const words = [];
    if (moves.some((move) => move.path.length > picking.path.length)) words.push("click where it goes on");
    if (moves.some((move) => move.kind === "igui")) words.push(`click ${start} to stay there (igui)`);
    if (moves.some((move) => move.path.length === picking.path.length)) words.push(`click ${names} again to stop`);
    return `${this.#name(picking.choices?.piece)} captures on ${names}: ${words.join(", or ")}. Escape starts over.`;
  }
}
