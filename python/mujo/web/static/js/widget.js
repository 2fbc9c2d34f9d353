/** The board in a notebook: the same board and the same clicks, with the kernel in the place of the server. */

import { Board } from "./board.js";
import { askChoice } from "./choosing.js";
import { openDialogsIn } from "./dialogs.js";
import { make } from "./elements.js";
import { Play } from "./play.js";

/** Answers the questions of the board from the kernel. */
class KernelSession {
  /** @param {any} model */
  constructor(model) {
    this.model = model;
    /** @type {Set<(view: any, changed: boolean) => void>} */
    this.listeners = new Set();
    /** @type {Map<number, (choices: any) => void>} */
    this.waiting = new Map();
    this.fault = (/** @type {string} */ _) => {};
    model.on("change:_view", () => this.#changed(false));
    model.on("change:_set", () => this.#changed(true));
    model.on("msg:custom", (/** @type {any} */ message) => {
      if (message.kind === "choices") {
        this.waiting.get(message.choices.square)?.(message.choices);
        this.waiting.delete(message.choices.square);
      } else if (message.kind === "fault") this.fault(message.message);
    });
  }

  get view() {
    return this.model.get("_view");
  }

  get set() {
    return this.model.get("_set");
  }

  /** @param {number} square @returns {Promise<any>} */
  choices(square) {
    return new Promise((resolve) => {
      this.waiting.set(square, resolve);
      this.model.send({ kind: "square", square });
    });
  }

  /** @param {string} action @param {object} [fields] */
  async act(action, fields = {}) {
    this.model.send({ kind: "action", action, ...fields });
  }

  /** @param {boolean} changed */
  #changed(changed) {
    if (this.view.set !== this.set.digest) return;
    for (const listener of this.listeners) listener(this.view, changed);
    this.model.set("_shown", this.view.revision);
    this.model.save_changes();
  }
}

/**
 * The colours of the notebook: those of JupyterLab and marimo may differ from the system's.
 * @param {HTMLElement} body
 */
function themeOf(body) {
  const jupyter = body.dataset.jpThemeLight;
  if (jupyter) return jupyter === "true" ? "light" : "dark";
  return ["light", "dark"].find((name) => body.classList.contains(name)) ?? "system";
}

/** @param {{model: any, el: HTMLElement}} context */
function render({ model, el }) {
  const host = make("div", { className: "mujo-board" });
  const status = make("p", { className: "mujo-status" });
  const hint = make("p", { className: "mujo-hint", "aria-live": "polite" });
  const legend = make("div");
  const session = new KernelSession(model);
  const button = (/** @type {string} */ label, /** @type {() => void} */ press) => {
    const made = make("button", { type: "button" }, label);
    made.addEventListener("click", press);
    return made;
  };
  const undo = button("Undo", () => session.act("undo"));
  const redo = button("Redo", () => session.act("redo"));
  /** @type {Board} */
  const board = new Board(host, { onSquare: (square) => { openDialogsIn(el); play.click(square); }, onHover: (square) => play.hover(square) });
  const flip = button("Flip", () => {
    model.set("flip", !model.get("flip"));
    model.save_changes();
  });
  /** @type {Play} */
  const play = new Play(board, /** @type {any} */ (session), {
    hint: (text) => { hint.textContent = text; },
    legend: (lines) => legend.replaceChildren(...lines),
    say: () => {},
    show: () => {},
    fault: (error) => { hint.textContent = String(error); },
    ask: (moves, pass) => askChoice(moves, pass, session.set),
  });
  session.fault = (message) => { hint.textContent = message; };
  el.classList.add("mujo-widget");
  el.dataset.theme = themeOf(document.body);
  el.append(status, host, make("div", { className: "mujo-row" }, undo, redo, flip,
    button("Fit board", () => board.camera.fit())), hint, legend);
  const show = (/** @type {any} */ view, /** @type {boolean} */ changed) => {
    if (changed) board.setRules(session.set, model.get("_sprites"));
    board.setView(view);
    status.textContent = view.status;
    undo.disabled = !view.can.undo;
    redo.disabled = !view.can.redo;
  };
  session.listeners.add(show);
  const size = () => { host.style.width = `${model.get("size")}px`; };
  model.on("change:flip", () => board.setFlip(model.get("flip")));
  model.on("change:_sprites", () => board.setSprites(model.get("_sprites")));
  model.on("change:size", size);
  size();
  board.setFlip(model.get("flip"));
  show(session.view, true);
  play.clear();
  board.svg.addEventListener("keydown", (event) => {
    const arrow = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    })[event.key];
    if (arrow) board.moveCursor(...arrow);
    else if (event.key === "Enter") play.click(board.cursor);
    else if (event.key === "Escape") play.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

export default { render };
