/** The dialog for a new game: rules, options, start, and who plays. */

import { get } from "./api.js";
import { buttons, field, select, show } from "./dialogs.js";
import { make } from "./elements.js";

/**
 * @param {any} info What the server offers. @param {import("./types.js").View} view
 * @param {number} [level] The level of the computer that is offered first.
 * @returns {Promise<object|null>} The fields of the action.
 */
export function askNewGame(info, view, level) {
  return show("New game", (close) => {
    const base = view.rules.replace(/\[.*/, "");
    const known = info.rule_sets.some((/** @type {any} */ each) => each.name === base);
    const rules = select(info.rule_sets.map((/** @type {any} */ each) => ({
      value: each.name, label: `${each.title} (${each.name})`,
    })), known ? base : info.default);
    const about = make("p", { className: "quiet" });
    const start = make("div");
    const options = make("div", { className: "options" });
    const opponent = select([
      { value: "", label: "Another person, at this screen" },
      ...Array.from({ length: 10 }, (_, n) => ({
        value: String(n + 1), label: `The computer, level ${n + 1}${{ 0: " (easiest)", 9: " (strongest)" }[n] ?? ""}`,
      })),
    ], level ? String(level) : "");
    const side = select([
      { value: "black", label: "Black (moves first)" }, { value: "white", label: "White" },
    ], view.computer?.side === "black" ? "white" : "black");
    const sideField = field("You play", side);
    const showSide = () => { sideField.hidden = !opponent.value; };
    opponent.addEventListener("change", showSide);
    showSide();
    /** @type {Map<string, HTMLSelectElement>} */
    const changed = new Map();
    /** @type {Record<string, string|number>} */
    let defaults = {};
    /** @type {HTMLSelectElement|null} */
    let startChoice = null;
    const describe = async () => {
      const wanted = rules.value;
      const found = await get(`rules/${wanted}`);
      if (rules.value !== wanted) return;
      about.textContent = found.description;
      defaults = found.options;
      changed.clear();
      startChoice = null;
      const starts = Object.entries(found.starts);
      if (starts.length) {
        startChoice = select([{ value: "", label: "The usual one" },
          ...starts.map(([value, label]) => ({ value, label: `${value}: ${label}` }))], "");
        start.replaceChildren(field("Start", startChoice));
      } else start.replaceChildren();
      options.replaceChildren(...info.options.filter((/** @type {any} */ each) => Object.keys(each.values).length)
        .map((/** @type {any} */ each) => {
          const control = select(Object.entries(each.values).map(([value, meaning]) => ({
            value, label: `${value}: ${meaning}`,
          })), String(defaults[each.name]));
          changed.set(each.name, control);
          return field(`${each.name} (rule ${each.rule})`, control);
        }));
    };
    rules.addEventListener("change", describe);
    describe().catch(() => {});
    const form = make("form", { method: "dialog" },
      field("Game", rules), about, start, field("Opponent", opponent), sideField,
      make("details", {}, make("summary", {}, "Options of the rules"), options),
      buttons("Start", () => close(null)));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const different = [...changed].filter(([name, control]) => control.value !== String(defaults[name]));
      close({
        rules: rules.value,
        options: Object.fromEntries(different.map(([name, control]) => [name, control.value])),
        start: startChoice?.value || null,
        ...(opponent.value && { level: Number(opponent.value), side: side.value === "black" ? "white" : "black" }),
      });
    });
    return [form];
  }, "wide");
}
