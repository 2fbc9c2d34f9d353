/** The computer: its moves, hints, analysis, and the review of a game. All of it can be stopped. */

import { ApiError, post, stream } from "./api.js";
import { make } from "./elements.js";
import { drawGraph, Gauge } from "./gauge.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Info} Info */

export class Computer {
  /**
   * @param {HTMLElement} host @param {HTMLElement} gauge
   * @param {import("./session.js").Session} session @param {import("./board.js").Board} board
   * @param {import("./moves.js").MoveList} moves
   * @param {{fault: (error: unknown) => void, say: (text: string) => void, note: (text: string) => void,
   *   go: (ply: number) => void, play: () => void}} page
   */
  constructor(host, gauge, session, board, moves, page) {
    this.session = session;
    this.board = board;
    this.moves = moves;
    this.page = page;
    this.gauge = new Gauge(gauge);
    this.analysing = false;
    /** @type {AbortController|null} */
    this.running = null;
    this.mode = "";
    /** @type {{ply: number, black: number, mark: string, score: string, better: string}[]} */
    this.reviewed = [];
    this.reviewedLine = "";
    const button = (/** @type {string} */ label, /** @type {() => void} */ press) => {
      const made = make("button", { type: "button" }, label);
      made.addEventListener("click", press);
      return made;
    };
    this.opponent = make("p");
    this.invite = button("Play against it", () => page.play());
    this.now = button("Move now", () => this.#stopAndKeep());
    this.go = button("Computer moves", () => this.#move());
    this.hint = button("Hint", () => this.showHint());
    this.analyse = button("Analyse", () => this.#toggle());
    this.analyse.setAttribute("aria-pressed", "false");
    this.reviewButton = button("Review game", () => this.#review());
    this.thoughts = make("p", { className: "quiet" });
    this.said = make("p", {});
    this.lines = make("ol", { className: "lines" });
    this.graph = make("div");
    host.replaceChildren(make("h2", {}, "Computer"), this.opponent,
      make("div", { className: "row" }, this.invite, this.now, this.go, this.hint, this.analyse, this.reviewButton),
      this.thoughts, this.said, this.lines, this.graph);
    session.listeners.add((view) => this.#changed(view));
  }

  /** @param {View} view */
  #changed(view) {
    this.#cancel();
    this.board.setSuggestions([]);
    const line = view.line.map((each) => each.usi).join(" ");
    if (line !== this.reviewedLine) this.#forgetReview();
    this.#showGraph(view);
    const { computer } = view;
    this.opponent.textContent = computer
      ? `Level ${computer.level} plays ${computer.side === "black" ? "Black" : "White"}.`
      : "";
    this.opponent.hidden = !computer;
    this.invite.hidden = computer !== null;
    const turn = computer?.to_move === true;
    // Somebody who went back looks at the game; the computer waits.
    const waits = turn && view.can.redo;
    this.go.hidden = !waits;
    this.now.hidden = true;
    this.hint.disabled = view.over || turn;
    this.analyse.disabled = view.over;
    this.reviewButton.disabled = !view.line.length;
    if (!this.analysing) this.lines.replaceChildren();
    this.thoughts.textContent = "";
    if (turn && !waits) this.#move();
    else if (this.analysing && !view.over) this.#analyse();
  }

  /**
   * Runs a search and handles its events.
   * @param {string} mode @param {object} fields
   * @param {Record<string, (data: any) => void | Promise<void>>} handlers
   */
  async #run(mode, fields, handlers) {
    this.#cancel();
    const running = new AbortController();
    this.running = running;
    this.mode = mode;
    try {
      for await (const { event, data } of stream(`${this.session.path}/think`, { mode, ...fields }, running.signal)) {
        if (this.running !== running) return;
        if (event === "fault") throw new ApiError(422, data.slug, data.message);
        await handlers[event]?.(data);
      }
    } catch (error) {
      if (!running.signal.aborted) this.page.fault(error);
    } finally {
      if (this.running === running) {
        this.running = null;
        this.mode = "";
        this.now.hidden = true;
      }
    }
  }

  #cancel() {
    this.running?.abort();
    this.running = null;
    this.mode = "";
  }

  /** Ends the search; the computer plays the best move it has found. */
  async #stopAndKeep() {
    await post(`${this.session.path}/stop`, {}).catch(this.page.fault);
  }

  async #move() {
    this.now.hidden = false;
    this.now.textContent = "Move now";
    this.go.hidden = true;
    this.thoughts.textContent = "The computer thinks ...";
    await this.#run("move", {}, {
      info: (info) => this.#thought(info),
      state: async ({ view, said }) => {
        this.running = null;
        this.said.textContent = said;
        this.page.say(said);
        await this.session.take(view);
      },
    });
  }

  /** Asks the computer whether it agrees to a draw. */
  async offerDraw() {
    await this.#run("draw", {}, {
      state: async ({ view, said }) => {
        this.running = null;
        this.said.textContent = said;
        this.page.note(said);
        await this.session.take(view);
      },
    });
  }

  async showHint() {
    if (this.hint.disabled) return;
    this.said.textContent = "";
    await this.#run("hint", {}, {
      info: (info) => this.#thought(info),
      hint: ({ squares, said }) => {
        this.board.setSuggestions([{ squares, kind: "best" }]);
        this.said.textContent = said;
        this.page.say(said);
      },
    });
    if (this.analysing && !this.running) this.#analyse();
  }

  #toggle() {
    this.analysing = !this.analysing;
    this.analyse.setAttribute("aria-pressed", String(this.analysing));
    this.gauge.show(this.analysing);
    if (this.analysing) this.#analyse();
    else {
      this.#cancel();
      this.lines.replaceChildren();
      this.thoughts.textContent = "";
      this.board.setSuggestions([]);
    }
  }

  async #analyse() {
    await this.#run("analyse", {}, {
      info: (info) => {
        this.#thought(info);
        this.gauge.set(info.lines[0].black, info.lines[0].score);
        this.lines.replaceChildren(...info.lines.map((/** @type {Info["lines"][0]} */ line) =>
          make("li", {}, make("strong", {}, line.score), ` ${line.text}`)));
        this.board.setSuggestions(info.lines.map((/** @type {Info["lines"][0]} */ line, /** @type {number} */ at) =>
          ({ squares: line.squares, kind: at ? "other" : "best" })));
      },
    });
  }

  async #review() {
    if (this.mode === "review") {
      this.#cancel();
      this.reviewButton.textContent = "Review game";
      return;
    }
    const view = this.session.view;
    if (!view) return;
    this.#forgetReview();
    this.reviewedLine = view.line.map((each) => each.usi).join(" ");
    this.reviewButton.textContent = "Stop the review";
    await this.#run("review", {}, {
      ply: (found) => {
        this.reviewed.push(found);
        if (found.mark) this.moves.marks.set(found.ply, found.mark);
        this.thoughts.textContent = `${found.ply} of ${view.line.length} moves`;
        if (this.session.view) this.#showGraph(this.session.view);
      },
    });
    this.reviewButton.textContent = "Review game";
    this.thoughts.textContent = "";
    if (this.session.view) this.moves.update(this.session.view);
    if (this.analysing && !this.running) this.#analyse();
  }

  #forgetReview() {
    this.reviewed = [];
    this.reviewedLine = "";
    this.moves.marks.clear();
    this.graph.replaceChildren();
  }

  /** @param {View} view */
  #showGraph(view) {
    if (!this.reviewed.length) return;
    const here = this.reviewed.find((each) => each.ply === view.ply);
    const words = here
      ? `${view.line[here.ply - 1]?.text}${here.mark} ${here.score}${here.better ? `; better ${here.better}` : ""}` : "";
    this.graph.replaceChildren(drawGraph(this.reviewed, view.line.length, view.ply, (ply) => this.page.go(ply)),
      make("p", {}, words));
  }

  /** @param {Info} info */
  #thought(info) {
    const nodes = info.nodes >= 10_000 ? `${Math.round(info.nodes / 1000)} k` : String(info.nodes);
    const best = info.lines[0];
    this.thoughts.textContent = `Depth ${info.depth}, ${nodes} positions${best ? `, ${best.score}` : ""}`;
  }
}
