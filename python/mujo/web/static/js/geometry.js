/** Where squares are drawn: a square has 40 units, the frame with its labels 26. */

/** @typedef {import("./types.js").RuleSet} RuleSet */

export const CELL = 40;
export const FRAME = 26;

/** @param {RuleSet} set @returns {{width: number, height: number}} */
export function boardSize(set) {
  return { width: set.files * CELL + 2 * FRAME, height: set.ranks * CELL + 2 * FRAME };
}

/**
 * The column and row of a square on the screen, from the top left.
 * @param {RuleSet} set @param {number} square @param {boolean} flip
 */
export function cellOf(set, square, flip) {
  const file = square % set.files;
  const rank = Math.floor(square / set.files);
  return flip ? { column: file, row: set.ranks - 1 - rank } : { column: set.files - 1 - file, row: rank };
}

/** @param {RuleSet} set @param {number} column @param {number} row @param {boolean} flip */
export function squareOf(set, column, row, flip) {
  const file = flip ? column : set.files - 1 - column;
  const rank = flip ? set.ranks - 1 - row : row;
  return rank * set.files + file;
}

/**
 * The middle of a square.
 * @param {RuleSet} set @param {number} square @param {boolean} flip
 */
export function centreOf(set, square, flip) {
  const { column, row } = cellOf(set, square, flip);
  return { x: FRAME + (column + 0.5) * CELL, y: FRAME + (row + 0.5) * CELL };
}

/**
 * The square at a point of the board, if there is one.
 * @param {RuleSet} set @param {number} x @param {number} y @param {boolean} flip @returns {number|null}
 */
export function squareAt(set, x, y, flip) {
  const column = Math.floor((x - FRAME) / CELL);
  const row = Math.floor((y - FRAME) / CELL);
  if (column < 0 || row < 0 || column >= set.files || row >= set.ranks) return null;
  return squareOf(set, column, row, flip);
}
