/** The keys of the page. */

import { show } from "./dialogs.js";
import { make } from "./elements.js";

/** @type {[string, string, string][]} Key, command, meaning. */
export const KEYS = [
  ["u", "undo", "take back"],
  ["r", "redo", "play again what was taken back"],
  ["f", "flip", "turn the board around"],
  ["+", "zoom-in", "zoom in"],
  ["-", "zoom-out", "zoom out"],
  ["0", "fit", "show the whole board"],
  ["n", "new", "new game"],
  ["o", "open", "open a file"],
  ["s", "save", "save the game or a picture"],
  ["p", "position", "the position as text, and a link to it"],
  ["h", "hint", "a hint from the computer"],
  ["?", "help", "this list"],
];

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/**
 * @param {import("./board.js").Board} board @param {import("./play.js").Play} play
 * @param {(command: string) => void} run
 */
export function listenToKeys(board, play, run) {
  board.svg.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (arrow) board.moveCursor(...arrow);
    else if (event.key === "Enter" || event.key === " ") play.click(board.cursor);
    else if (event.key === "Escape") play.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, textarea, select")) return;
    if (event.key === "Escape") play.clear();
    else if (event.key === "a" && !event.repeat) play.look(board.hovered ?? board.cursor);
    const known = KEYS.find(([key]) => key === event.key);
    if (known) {
      event.preventDefault();
      run(known[1]);
    }
  });
  addEventListener("keyup", (event) => {
    if (event.key === "a") play.endLook();
  });
  addEventListener("blur", () => play.endLook());
}

export function showHelp() {
  const row = (/** @type {string} */ key, /** @type {string} */ meaning) =>
    make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, meaning));
  return show("Help", (close) => {
    const button = make("button", { type: "button", className: "first" }, "Close");
    button.addEventListener("click", () => close(null));
    return [
      make("p", {}, "Click a piece, then a marked square. A move of several steps is made by clicking its squares in "
        + "turn. Black is at the bottom and moves up; pieces that point at you are your opponent's. Whoever captures "
        + "the last royal piece of the other side wins."),
      make("p", {}, "Point at a piece to read how it moves. Drag the board to move it, and zoom with the wheel or two "
        + "fingers. Drop a file of a game on the page to open it."),
      make("table", {}, row("arrow keys", "move the cursor on the board"), row("Enter", "click the square of the cursor"),
        row("Escape", "start the move over"), row("a (hold)", "who attacks and guards the square under the pointer"),
        ...KEYS.map(([key, , meaning]) => row(key, meaning))),
      button,
    ];
  }, "wide");
}
