/** Making elements. Text is always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name @param {Record<string, string|number>} [attributes] @param {string} [text]
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, text = undefined) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * @param {string} name @param {Record<string, any>} [properties]
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role" || key === "for") element.setAttribute(key, value);
    else /** @type {any} */ (element)[key] = value;
  }
  element.append(...children);
  return element;
}

/**
 * Replaces the content of an element by SVG that the server made.
 * @param {Element} target @param {string} text
 */
export function setSvg(target, text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  target.replaceChildren(document.importNode(parsed.documentElement, true));
}

/** Fulfilled after what has been drawn is on the screen. */
export function afterPaint() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
