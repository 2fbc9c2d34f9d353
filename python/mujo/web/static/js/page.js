/** The page: connects its parts and runs their commands. */

import { ApiError, get, readAddress } from "./api.js";
import { Board } from "./board.js";
import { showCaptured } from "./captured.js";
import { Card } from "./card.js";
import { askChoice } from "./choosing.js";
import { Clocks } from "./clocks.js";
import { Computer } from "./computer.js";
import { ask, buttons, field, select, show } from "./dialogs.js";
import { make } from "./elements.js";
import { editPosition, openEarlier, openFile, save, takeDrops } from "./files.js";
import { listenToKeys, showHelp } from "./keys.js";
import { Minimap } from "./minimap.js";
import { MoveList } from "./moves.js";
import { askNewGame } from "./newgame.js";
import { Play } from "./play.js";
import { Session } from "./session.js";
import { applyTheme, keepSettings, readSettings } from "./settings.js";

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const settings = readSettings();
applyTheme(settings);
const link = readAddress();
const session = new Session();
session.style = settings.style;
/** @type {any} */
let info = null;

/** @param {string} text */
function say(text) {
  byId("announce").textContent = text;
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let toastEnds;

/** @param {string} text */
function toast(text) {
  byId("toast").textContent = text;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => { byId("toast").textContent = ""; }, 8000);
}

/** @param {unknown} error */
function fault(error) {
  toast(error instanceof Error ? error.message : String(error));
  if (!(error instanceof ApiError)) console.error(error);
}

/** @type {Board} */
const board = new Board(byId("board"), {
  onSquare: (square) => play.click(square),
  onHover: (square) => {
    card.hover(square);
    play.hover(square);
  },
});
const minimap = new Minimap(byId("board"), board);
const card = new Card(byId("card"), session);
const moves = new MoveList(byId("moves"), {
  go: (ply) => act("go", { ply }),
  branch: (index) => act("branch", { index }),
});
/** @type {Play} */
const play = new Play(board, session, {
  hint: (text) => { byId("hint").textContent = text; },
  legend: (lines) => byId("legend").replaceChildren(...lines),
  say,
  show: (square) => card.show(square),
  fault,
  ask: (choices, pass) => askChoice(choices, pass, /** @type {any} */ (session.set)),
});

const clocks = new Clocks(byId("clocks"), () => session.reload().catch(fault));

/** @param {string} action @param {object} [fields] */
async function act(action, fields) {
  try {
    return await session.act(action, fields);
  } catch (error) {
    fault(error);
    return null;
  }
}

session.listeners.add(async (view, changed) => {
  if (changed) board.setRules(/** @type {any} */ (session.set), await session.sprites(settings.style));
  board.setView(view);
  minimap.update();
  moves.update(view);
  showCaptured(byId("captured"), view, board);
  clocks.update(view);
  document.title = `${view.title} - mujo`;
  byId("title").textContent = view.title;
  byId("status").textContent = view.status;
  byId("status").classList.toggle("check", view.check);
  const able = /** @type {Record<string, boolean>} */ ({
    first: view.can.undo, undo: view.can.undo, redo: view.can.redo, last: view.can.redo, resign: view.can.end,
    draw: view.can.end,
  });
  for (const [name, is] of Object.entries(able)) {
    for (const button of document.querySelectorAll(`[data-command="${name}"]`)) {
      /** @type {HTMLButtonElement} */ (button).disabled = !is;
    }
  }
  /** @type {HTMLElement} */ (document.querySelector('[data-command="resume"]')).hidden = !view.can.resume;
  if (view.unsaved) toast(`The game is not kept: ${view.unsaved}`);
});

const computer = new Computer(byId("computer"), byId("gauge"), session, board, moves, {
  fault, say, note: toast, go: (ply) => act("go", { ply }), play: () => newGame(1),
});

async function restyle() {
  board.setFlip(settings.flip);
  board.setSprites(await session.sprites(settings.style));
  minimap.update();
  if (session.view) showCaptured(byId("captured"), session.view, board);
  play.redraw();
}

const STYLES = /** @type {Record<string, string>} */ ({
  kanji: "one kanji", kanji2: "names in kanji", ids: "letters", mnemonic: "their moves",
});

function offerStyles() {
  const choice = /** @type {HTMLSelectElement} */ (byId("style"));
  choice.replaceChildren(...info.styles.map((/** @type {string} */ value) =>
    make("option", { value, selected: value === settings.style }, STYLES[value] ?? value)));
  choice.addEventListener("change", () => {
    settings.style = choice.value;
    session.style = choice.value;
    keepSettings(settings);
    restyle().catch(fault);
  });
}

async function editSettings() {
  const theme = await show("Settings", (close) => {
    const choice = select([{ value: "system", label: "as the system" }, { value: "light", label: "light" },
      { value: "dark", label: "dark" }], settings.theme);
    const form = make("form", {}, field("Colours", choice), buttons("Done", () => close(null)));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      close(choice.value);
    });
    return [form];
  });
  if (!theme) return;
  settings.theme = /** @type {any} */ (theme);
  keepSettings(settings);
}

/** @param {number} [level] The level of the computer that is offered first. */
async function newGame(level) {
  const fields = await askNewGame(info, /** @type {any} */ (session.view), level);
  if (fields) await act("new", fields);
}

/** @type {Record<string, () => unknown>} */
const COMMANDS = {
  undo: () => act("undo"),
  redo: () => act("redo"),
  first: () => act("go", { ply: 0 }),
  last: () => act("go", { ply: session.view?.line.length ?? 0 }),
  resume: () => act("resume"),
  flip: () => {
    settings.flip = !settings.flip;
    keepSettings(settings);
    return restyle();
  },
  "zoom-in": () => board.camera.zoomBy(1.4),
  "zoom-out": () => board.camera.zoomBy(1 / 1.4),
  fit: () => board.camera.fit(),
  hint: () => computer.showHint(),
  help: () => showHelp(),
  settings: () => editSettings(),
  open: () => byId("file").click(),
  save: () => save(session, info.formats, settings),
  earlier: () => openEarlier(session),
  position: () => editPosition(session),
  resign: async () => {
    const view = session.view;
    const black = view?.computer ? view.computer.side === "white" : view?.turn === "black";
    const side = black ? "Black" : "White";
    if (await ask("Resign?", [{ label: "Resign", value: true }, { label: "Back", value: null }], `${side} gives up.`)) {
      await act("resign");
    }
  },
  draw: async () => {
    if (session.view?.computer) {
      await computer.offerDraw();
      return;
    }
    if (await ask("Draw?", [{ label: "Agree a draw", value: true }, { label: "Back", value: null }])) await act("draw");
  },
  new: () => newGame(session.view?.computer?.level),
};

/** @param {string} name */
async function run(name) {
  const button = /** @type {HTMLButtonElement|null} */ (document.querySelector(`[data-command="${name}"]`));
  if (button?.disabled || button?.hidden) return;
  try {
    await COMMANDS[name]?.();
  } catch (error) {
    fault(error);
  }
}

document.addEventListener("click", (event) => {
  const command = /** @type {HTMLElement} */ (event.target).closest("[data-command]");
  if (command instanceof HTMLElement) run(command.dataset.command ?? "");
});

const fileInput = /** @type {HTMLInputElement} */ (byId("file"));
const openOne = (/** @type {File} */ file) => openFile(file, session, toast).catch(fault);
fileInput.addEventListener("change", () => {
  const file = fileInput.files?.[0];
  if (file) openOne(file);
  fileInput.value = "";
});
takeDrops(openOne);
listenToKeys(board, play, run);
// A link that is pasted into this tab changes the address only.
addEventListener("hashchange", () => location.reload());

board.setFlip(settings.flip);
try {
  await session.start(link);
  // Not needed for the board, which is shown first.
  info = await get("info");
  offerStyles();
  await board.complete;
  document.body.classList.add("ready");
} catch (error) {
  fault(error);
  byId("status").textContent = error instanceof Error ? error.message : String(error);
}
