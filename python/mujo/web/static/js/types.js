/**
 * The shapes of what the server sends; docs/reference/web.md documents them.
 *
 * @typedef {object} RuleSet
 * @property {string} digest
 * @property {string} name
 * @property {string} game
 * @property {string} title
 * @property {number} files
 * @property {number} ranks
 * @property {string[]} squares Names, by index.
 * @property {Record<string, {id: string, name: string, kanji: string}>} pieces By the symbol of Black's piece.
 *
 * @typedef {object} Sprites
 * @property {string} defs
 * @property {Record<string, string>} up
 * @property {Record<string, string>} down
 * @property {boolean} turned
 *
 * @typedef {object} Choice A legal move of the chosen piece.
 * @property {string} usi
 * @property {number[]} path Squares to click.
 * @property {"quiet"|"capture"|"double"|"igui"|"pass"} kind
 * @property {number[]} captures
 * @property {boolean} promotes
 * @property {string|null} becomes
 * @property {number[]} corners
 *
 * @typedef {object} Refusal
 * @property {number} square
 * @property {number[]} after Squares that have to be clicked before.
 * @property {string} code
 * @property {string|null} rule
 * @property {string} message
 * @property {number[]} squares
 *
 * @typedef {object} Choices What a piece can do.
 * @property {number} square
 * @property {string|null} piece
 * @property {boolean} playable
 * @property {Choice[]} moves
 * @property {Refusal[]} refused
 * @property {{black: number[], white: number[]}} attackers
 * @property {number[]} guards
 *
 * @typedef {object} Clock The clocks of a game, in seconds.
 * @property {{main: number, byoyomi: number, increment: number}} control
 * @property {{main: number, byoyomi: number}} black What is left.
 * @property {{main: number, byoyomi: number}} white
 * @property {"black"|"white"|null} running
 *
 * @typedef {object} View The state of a game.
 * @property {string} id
 * @property {number} revision
 * @property {string} set
 * @property {string} rules
 * @property {string} title
 * @property {string} position
 * @property {"black"|"white"} turn
 * @property {number} ply
 * @property {number} move_number
 * @property {string} status
 * @property {boolean} over
 * @property {string|null} result
 * @property {boolean} check
 * @property {[number, string][]} pieces
 * @property {{usi: string, from: number, via: number[], to: number}|null} last
 * @property {number[]} danger
 * @property {Record<"black"|"white", [string, number][]>} captured
 * @property {number} legal_moves
 * @property {"black"|"white"} first_turn
 * @property {{usi: string, text: string, words: string}[]} line
 * @property {{ply: number, texts: string[], length: number}[]} branches
 * @property {Record<string, string>} comments
 * @property {{undo: boolean, redo: boolean, end: boolean, resume: boolean}} can
 * @property {{side: "black"|"white", level: number, to_move: boolean}|null} computer
 * @property {Clock|null} clock
 * @property {string|null} unsaved
 *
 * @typedef {object} Info What a search has found so far.
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {{score: string, black: number, text: string, usi: string[], squares: number[]}[]} lines
 */
export {};
