/** The list of moves: the main line with its variations; a click goes there. */

import { make } from "./elements.js";

export class MoveList {
  /** @param {HTMLElement} host @param {{go: (ply: number) => void, branch: (index: number) => void}} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.marks = /** @type {Map<number, string>} */ (new Map());
    host.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (!button) return;
      if (button.dataset.ply !== undefined) handlers.go(Number(button.dataset.ply));
      else if (button.dataset.branch !== undefined) handlers.branch(Number(button.dataset.branch));
    });
  }

  /** @param {import("./types.js").View} view */
  update(view) {
    const white = view.first_turn === "white";
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @type {HTMLElement|null} */
    let row = null;
    view.line.forEach((played, index) => {
      const ply = index + 1;
      const isBlack = (index % 2 === 0) !== white;
      if (isBlack || !row) {
        // As in shogi, and in the words on whose turn it is, each move of a side has a number.
        row = make("div", { className: "turn" }, make("span", { className: "quiet" }, `${view.move_number - view.ply + index}.`));
        if (!isBlack) row?.append(make("span", {}, "..."));
        rows.push(/** @type {HTMLElement} */ (row));
      }
      const mark = this.marks.get(ply) ?? "";
      const button = make("button", { type: "button", title: played.words, className: ply > view.ply ? "undone" : "",
        "aria-label": `${played.text}${mark}: ${played.words}` }, `${played.text}${mark}`);
      button.dataset.ply = String(ply);
      if (ply === view.ply) button.setAttribute("aria-current", "true");
      row?.append(button);
      const comment = view.comments[String(ply)];
      if (comment) rows.push(make("p", { className: "comment" }, comment));
      view.branches.forEach((branch, at) => {
        if (branch.ply !== ply) return;
        const rest = branch.length > branch.texts.length ? " ..." : "";
        const line = make("button", { type: "button", className: "branch" }, `(${branch.texts.join(" ")}${rest})`);
        line.dataset.branch = String(at);
        line.setAttribute("aria-label", `Variation: ${branch.texts.join(" ")}`);
        rows.push(line);
      });
    });
    if (!rows.length) rows.push(make("p", { className: "quiet" }, "No move has been played."));
    this.host.replaceChildren(...rows);
    const here = /** @type {HTMLElement|null} */ (this.host.querySelector("[aria-current]"));
    if (here) {
      const top = here.offsetTop - this.host.offsetTop;
      if (top < this.host.scrollTop || top + here.offsetHeight > this.host.scrollTop + this.host.clientHeight) {
        this.host.scrollTop = top - this.host.clientHeight / 2;
      }
    } else {
      this.host.scrollTop = 0;
    }
  }
}
