/** What this browser remembers of how the board is shown. */

const KEY = "mujo-settings";

/** @typedef {{style: string, theme: "system"|"light"|"dark", flip: boolean}} Settings */

/** @type {Settings} */
const DEFAULTS = { style: "kanji", theme: "system", flip: false };

/** @returns {Settings} */
export function readSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  localStorage.setItem(KEY, JSON.stringify(settings));
  applyTheme(settings);
}

/** @param {Settings} settings */
export function applyTheme(settings) {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
