/** The dialog for a new game: rules, options, start, and who plays. */

import { get } from "./api.js";
import { buttons, field, select, show } from "./dialogs.js";
import { make } from "./elements.js";

/**
 * Clocks to choose from: seconds of main time, byoyomi and increment.
 * @type {[string, number[]][]}
 */
const CLOCKS = [
  ["5 minutes, 3 seconds more after each move", [300, 0, 3]],
  ["10 minutes, then 30 seconds for each move", [600, 30, 0]],
  ["1 hour, then 1 minute for each move", [3600, 60, 0]],
  ["30 seconds for each move", [0, 30, 0]],
];

/**
 * The choice of a clock, and how to read it.
 * @returns {{fields: HTMLElement[], read: () => object|null}}
 */
function clockChoice() {
  const choice = select([{ value: "", label: "None" }, ...CLOCKS.map(([label], at) => ({ value: String(at), label })),
    { value: "own", label: "Other" }], "");
  const number = (/** @type {number} */ value, /** @type {number} */ max) =>
    make("input", { type: "number", min: "0", max: String(max), value: String(value), required: true });
  const [main, byoyomi, increment] = [number(15, 1440), number(30, 3600), number(0, 3600)];
  const own = make("div", { className: "options", hidden: true },
    field("Minutes for the game", main), field("Seconds for each move after that (byoyomi)", byoyomi),
    field("Seconds more after each move", increment));
  choice.addEventListener("change", () => { own.hidden = choice.value !== "own"; });
  const read = () => {
    if (!choice.value) return null;
    const [whole, each, more] = choice.value === "own"
      ? [Number(main.value) * 60, Number(byoyomi.value), Number(increment.value)] : CLOCKS[Number(choice.value)][1];
    return { main: Math.round(whole), byoyomi: each, increment: more };
  };
  return { fields: [field("Clock of each side", choice), own], read };
}

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
    const clock = clockChoice();
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
      field("Game", rules), about, start, field("Opponent", opponent), sideField, ...clock.fields,
      make("details", {}, make("summary", {}, "Options of the rules"), options),
      buttons("Start", () => close(null)));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const different = [...changed].filter(([name, control]) => control.value !== String(defaults[name]));
      close({
        rules: rules.value,
        options: Object.fromEntries(different.map(([name, control]) => [name, control.value])),
        start: startChoice?.value || null,
        clock: clock.read(),
        ...(opponent.value && { level: Number(opponent.value), side: side.value === "black" ? "white" : "black" }),
      });
    });
    return [form];
  }, "wide");
}
