/** Records and pictures: open, save, drag in, and the text of a position. */

import { download, get } from "./api.js";
import { ask, buttons, field, select, show } from "./dialogs.js";
import { make } from "./elements.js";

/** @typedef {import("./session.js").Session} Session */

/** Characters of a file that the server takes. */
const LONGEST = 4 * 1024 * 1024;

/**
 * Hands a file to the browser's downloads.
 * @param {Blob} blob @param {string} name
 */
function offer(blob, name) {
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Opens a file of records.
 * @param {File} file @param {Session} session @param {(text: string) => void} say
 */
export async function openFile(file, session, say) {
  if (file.size > LONGEST) throw new Error(`${file.name} is larger than ${LONGEST} bytes.`);
  const content = await file.text();
  const first = await session.act("load", { content, name: file.name });
  if (!first) return;
  let answer = first;
  if (first.games > 1) {
    const number = await askNumber(first.games);
    if (number && number > 1) answer = await session.act("load", { content, name: file.name, number });
  }
  say(answer?.fault ?? `${file.name} is open.`);
}

/** @param {number} games @returns {Promise<number|null>} */
function askNumber(games) {
  return show(`The file holds ${games} games`, (close) => {
    const number = make("input", { type: "number", min: "1", max: String(games), value: "1" });
    const form = make("form", {}, field("Number of the game", number), buttons("Open", () => close(null)));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      close(Number(number.value));
    });
    return [form];
  });
}

/**
 * Lets files be dropped anywhere on the page.
 * @param {(file: File) => void} open
 */
export function takeDrops(open) {
  let depth = 0;
  const over = (/** @type {boolean} */ is) => document.body.classList.toggle("dropping", is);
  addEventListener("dragenter", () => over(++depth > 0));
  addEventListener("dragleave", () => over(--depth > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    const file = event.dataTransfer?.files[0];
    if (file) open(file);
  });
}

/**
 * Asks what to save and saves it.
 * @param {Session} session @param {string[]} formats @param {import("./settings.js").Settings} settings
 */
export async function save(session, formats, settings) {
  const words = /** @type {Record<string, string>} */ ({
    json: "record, everything kept (JSON)", jsonl: "record on one line (JSONL)",
    position: "start and moves as engines take them", pgn: "PGN", kif: "KIF",
  });
  const what = await show("Save", (close) => {
    const control = select([
      ...formats.map((form) => ({ value: form, label: words[form] ?? form })),
      { value: "svg", label: "picture of the board (SVG)" }, { value: "png", label: "picture of the board (PNG)" },
    ], "json");
    const form = make("form", {}, field("As", control), buttons("Save", () => close(null)));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      close(control.value);
    });
    return [form];
  });
  if (!what) return;
  const picture = `${session.path}/picture.svg?style=${settings.style}&flip=${settings.flip ? 1 : 0}`;
  if (what === "svg") offer((await download(picture)).blob, "board.svg");
  else if (what === "png") offer(await toPng((await download(picture)).blob), "board.png");
  else {
    const { blob, name } = await download(`${session.path}/record.${what}`);
    offer(blob, name);
  }
}

/**
 * Draws a picture at twice its size.
 * @param {Blob} blob @returns {Promise<Blob>}
 */
async function toPng(blob) {
  const url = URL.createObjectURL(new Blob([await blob.text()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob(
      (made) => (made ? resolve(made) : reject(new Error("The picture cannot be drawn."))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Offers the games that were left for another.
 * @param {Session} session
 */
export async function openEarlier(session) {
  const { games } = await get(`${session.path}/past`);
  const index = await ask("Earlier games", [
    ...games.map((/** @type {{rules: string, moves: number, left: number}} */ game, /** @type {number} */ at) => ({
      label: `${game.rules}, ${game.moves} move${game.moves === 1 ? "" : "s"}, ${new Date(game.left * 1000).toLocaleString()}`,
      value: at,
    })),
    { label: "Back", value: null },
  ], games.length ? "The game you leave is kept as well." : "None is kept: a game with moves is, when another replaces it.");
  if (index !== null) await session.act("restore", { index });
}

/**
 * Shows the text of the position, to copy or to replace.
 * @param {Session} session
 */
export function editPosition(session) {
  const view = /** @type {import("./types.js").View} */ (session.view);
  return show("Position", (close) => {
    const text = make("textarea", { value: view.position, rows: 6, spellcheck: false, "aria-label": "Position text" });
    const link = `${location.origin}${location.pathname}#${new URLSearchParams({
      rules: view.rules, position: view.position,
    })}`;
    const fault = make("p", { className: "fault", role: "alert" });
    const copy = (/** @type {string} */ label, /** @type {() => string} */ content) => {
      const button = make("button", { type: "button" }, label);
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(content());
        button.textContent = "Copied";
      });
      return button;
    };
    const form = make("form", {}, text, fault, make("div", { className: "row" },
      make("button", { type: "submit", className: "first" }, "Set up"),
      copy("Copy text", () => text.value), copy("Copy link", () => link)));
    form.addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await session.act("position", { position: text.value });
        close(null);
      } catch (error) {
        fault.textContent = /** @type {Error} */ (error).message;
      }
    });
    return [form];
  }, "wide");
}
