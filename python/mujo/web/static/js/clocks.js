/** The clocks of both sides. They are counted down between the answers of the server, which alone rules on the time. */

import { make } from "./elements.js";

/** @typedef {import("./types.js").View} View */

/** Milliseconds between two looks at a running clock. */
const TICK = 100;
/** Seconds below which tenths are shown. */
const LOW = 10;

export class Clocks {
  /** @param {HTMLElement} host @param {() => void} timeUp Called when a clock has run out. */
  constructor(host, timeUp) {
    this.host = host;
    this.timeUp = timeUp;
    /** @type {View["clock"]} */
    this.clock = null;
    this.since = 0;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.ticking = undefined;
    const face = (/** @type {string} */ side) =>
      make("p", { className: "clock", role: "timer", "aria-label": `${side}'s clock` });
    this.faces = { black: face("Black"), white: face("White") };
    host.replaceChildren(this.faces.black, this.faces.white);
  }

  /** @param {View} view */
  update(view) {
    clearInterval(this.ticking);
    this.clock = view.clock;
    this.since = performance.now();
    this.host.hidden = !view.clock;
    if (!view.clock) return;
    this.#show();
    if (view.clock.running) this.ticking = setInterval(() => this.#show(), TICK);
  }

  #show() {
    const { clock, faces } = this;
    if (!clock) return;
    for (const side of /** @type {("black"|"white")[]} */ (["black", "white"])) {
      const runs = clock.running === side;
      const used = runs ? (performance.now() - this.since) / 1000 : 0;
      const main = Math.max(0, clock[side].main - used);
      const byoyomi = clock[side].byoyomi + Math.min(0, clock[side].main - used);
      const extra = main ? clock.control.byoyomi && `+ ${clock.control.byoyomi} s` : clock.control.byoyomi && "byoyomi";
      const left = main || Math.max(0, Math.min(byoyomi, clock[side].byoyomi));
      faces[side].replaceChildren(`${side === "black" ? "Black" : "White"} `,
        make("strong", {}, timeText(left)), extra ? ` ${extra}` : "");
      faces[side].classList.toggle("runs", runs);
      if (runs && left <= 0) {
        clearInterval(this.ticking);
        this.timeUp();
      }
    }
  }
}

/** @param {number} seconds */
function timeText(seconds) {
  const shown = seconds < LOW ? Math.ceil(seconds * 10) / 10 : Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(shown / 3600), Math.floor((shown % 3600) / 60)];
  const rest = (shown % 60).toFixed(shown < LOW ? 1 : 0).padStart(shown < LOW ? 4 : 2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
