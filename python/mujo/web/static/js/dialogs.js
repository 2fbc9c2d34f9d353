/** Dialogs: made when they open, gone when they close. */

import { make } from "./elements.js";

/** @type {HTMLElement|null} */
let widget = null;

/**
 * Lets dialogs open inside a widget of a notebook, where its colours hold.
 * @param {HTMLElement} element
 */
export function openDialogsIn(element) {
  widget = element;
}

/**
 * Shows a dialog until it is closed.
 * @template T
 * @param {string} title
 * @param {(close: (value: T|null) => void) => (Node|string)[]} content Makes what is below the title.
 * @param {string} [name] A class.
 * @returns {Promise<T|null>} What it was closed with; null after Escape.
 */
export function show(title, content, name = "") {
  return new Promise((resolve) => {
    /** @type {T|null} */
    let answer = null;
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    const dialog = make("dialog", { className: name, "aria-label": title });
    const close = (/** @type {T|null} */ value) => {
      answer = value;
      dialog.close();
    };
    dialog.append(make("h2", {}, title), ...content(close));
    dialog.addEventListener("close", () => {
      dialog.remove();
      before?.focus();
      resolve(answer);
    });
    dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.target === dialog) close(null);
    });
    (widget?.isConnected ? widget : document.getElementById("dialogs") ?? document.body).append(dialog);
    dialog.showModal();
  });
}

/**
 * Asks for one of a few answers.
 * @template T
 * @param {string} title @param {{label: string, value: T}[]} answers @param {string} [text]
 * @returns {Promise<T|null>}
 */
export function ask(title, answers, text = "") {
  return show(title, (close) => [
    ...(text ? [make("p", {}, text)] : []),
    make("div", { className: "row" }, ...answers.map(({ label, value }) => {
      const button = make("button", { type: "button" }, label);
      button.addEventListener("click", () => close(value));
      return button;
    })),
  ]);
}

/** @param {string} label @param {Node} control @returns {HTMLElement} */
export function field(label, control) {
  return make("label", { className: "field" }, make("span", {}, label), control);
}

/**
 * @param {{value: string, label: string}[]} choices @param {string} chosen
 * @returns {HTMLSelectElement}
 */
export function select(choices, chosen) {
  return make("select", {}, ...choices.map(({ value, label }) =>
    make("option", { value, selected: value === chosen }, label)));
}

/**
 * The buttons at the end of a form.
 * @param {string} label @param {() => void} cancel
 */
export function buttons(label, cancel) {
  const no = make("button", { type: "button" }, "Cancel");
  no.addEventListener("click", cancel);
  return make("div", { className: "row" }, make("button", { type: "submit", className: "first" }, label), no);
}
