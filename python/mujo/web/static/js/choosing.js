/** The question what a piece becomes, where there is a choice, and whether it passes. */

import { ask } from "./dialogs.js";

/** @typedef {import("./types.js").Choice} Choice */

/**
 * @param {Choice[]} moves @param {boolean} pass @param {import("./types.js").RuleSet} set
 * @returns {Promise<Choice|null>}
 */
export function askChoice(moves, pass, set) {
  if (pass) return ask("Pass with this piece?", [{ label: "Pass", value: moves[0] }, { label: "Back", value: null }]);
  const name = (/** @type {string|null} */ symbol) =>
    symbol ? `${set.pieces[symbol.toUpperCase()]?.name ?? symbol} (${symbol.toUpperCase()})` : "";
  const changing = moves.filter((move) => move.becomes);
  return ask("Promote?", [...changing, ...moves.filter((move) => !move.becomes)].map((move) => ({
    label: move.becomes ? `Become ${name(move.becomes)}` : "Stay as it is", value: move,
  })));
}
