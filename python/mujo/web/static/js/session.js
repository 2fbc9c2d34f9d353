/** The game of this tab: its state as the server has it, and the actions that change it. */

import { ApiError, get, post } from "./api.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./types.js").Sprites} Sprites */
/** @typedef {import("./types.js").Choices} Choices */

const GAME = "mujo-game";

export class Session {
  constructor() {
    /** @type {View|null} */
    this.view = null;
    /** @type {RuleSet|null} */
    this.set = null;
    /** @type {Set<(view: View, rulesChanged: boolean) => void | Promise<void>>} */
    this.listeners = new Set();
    /** @type {Map<number, Promise<Choices>>} */
    this.known = new Map();
    /**
     * Results that never change, by path.
     * @type {Map<string, Promise<any>>}
     */
    this.fixed = new Map();
    this.busy = false;
    /** The style whose drawings are asked for together with a new rule set. */
    this.style = "kanji";
  }

  get path() {
    return `games/${this.view?.id}`;
  }

  /**
   * Finds the game of this tab, or starts one.
   * @param {URLSearchParams} link
   */
  async start(link) {
    const position = link.get("position");
    const rules = link.get("rules");
    if (position || rules) {
      const wanted = { ...(rules && { rules }), ...(position && { position }) };
      await this.#take(await post("games", wanted));
      return;
    }
    const id = sessionStorage.getItem(GAME);
    if (id) {
      try {
        await this.#take(await get(`games/${id}`));
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
    this.#expect(document.documentElement.dataset.set ?? "");
    await this.#take(await post("games", {}));
  }

  /**
   * Carries out an action. Returns what it answers besides the new state.
   * @param {string} action @param {object} [fields] @returns {Promise<any>}
   */
  async act(action, fields = {}) {
    if (this.busy) return null;
    this.busy = true;
    try {
      const view = await post(`${this.path}/actions`, { action, revision: this.view?.revision, ...fields });
      await this.#take(view);
      return view.answer ?? {};
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await this.reload();
      throw error;
    } finally {
      this.busy = false;
    }
  }

  async reload() {
    await this.#take(await get(this.path));
  }

  /**
   * Takes a state that came with something else.
   * @param {View} view
   */
  async take(view) {
    await this.#take(view);
  }

  /**
   * What the piece on a square can do.
   * @param {number} square @returns {Promise<Choices>}
   */
  choices(square) {
    let found = this.known.get(square);
    if (!found) {
      found = get(`${this.path}/squares/${square}`);
      found.catch(() => this.known.delete(square));
      this.known.set(square, found);
    }
    return found;
  }

  /** @param {string} style @returns {Promise<Sprites>} */
  sprites(style) {
    return this.#once(`sets/${this.view?.set}/styles/${style}`);
  }

  /** @param {string} symbol @returns {Promise<any>} */
  card(symbol) {
    return this.#once(`sets/${this.view?.set}/cards/${encodeURIComponent(symbol.toUpperCase())}`);
  }

  /** @param {string} path @returns {Promise<any>} */
  #once(path) {
    let found = this.fixed.get(path);
    if (!found) {
      found = get(path);
      found.catch(() => this.fixed.delete(path));
      this.fixed.set(path, found);
    }
    return found;
  }

  /**
   * Asks for the squares and pieces of a rule set without waiting for them.
   * @param {string} digest
   */
  #expect(digest) {
    for (const path of [`sets/${digest}`, `sets/${digest}/styles/${this.style}`]) this.#once(path).catch(() => {});
  }

  /** @param {View} view */
  async #take(view) {
    const changed = view.set !== this.view?.set;
    this.view = view;
    this.known.clear();
    sessionStorage.setItem(GAME, view.id);
    if (changed) {
      this.#expect(view.set);
      this.set = await this.#once(`sets/${view.set}`);
    }
    for (const listener of this.listeners) await listener(view, changed);
  }
}
