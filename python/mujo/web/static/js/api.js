/** Requests to the server that served this page, and to no other. */

const BASE = "api/v1/";
const TOKEN = "mujo-token";

/** An answer that says no, with the slug and the words of the server. */
export class ApiError extends Error {
  /** @param {number} status @param {string} slug @param {string} message */
  constructor(status, slug, message) {
    super(message);
    this.status = status;
    this.slug = slug;
  }
}

/**
 * Takes the token out of the address, so that it is not copied along with it.
 * @returns {URLSearchParams} The rest.
 */
export function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const token = fields.get("token");
  if (token) localStorage.setItem(TOKEN, token);
  fields.delete("token");
  if (location.hash) history.replaceState(null, "", location.pathname);
  return fields;
}

/** @param {string} path @param {object} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function request(path, body, signal) {
  /** @type {RequestInit} */
  const options = { signal, credentials: "omit" };
  if (body) {
    options.method = "POST";
    options.headers = { "Content-Type": "application/json", "X-Mujo-Token": localStorage.getItem(TOKEN) ?? "" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(BASE + path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "http.gone", "The server does not answer. Start it again with 'mujo serve'.");
  }
  if (response.ok) return response;
  const fault = await response.json().catch(() => null);
  throw new ApiError(response.status, fault?.error?.slug ?? "http.error", fault?.error?.message ?? response.statusText);
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  return (await request(path)).json();
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
export async function post(path, body) {
  return (await request(path, body)).json();
}

/** @param {string} path @returns {Promise<{blob: Blob, name: string}>} */
export async function download(path) {
  const response = await request(path);
  const name = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "board";
  return { blob: await response.blob(), name };
}

/**
 * Reads the events of a stream as they come (server-sent events, as the answer to a POST).
 * @param {string} path @param {object} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* stream(path, body, signal) {
  const response = await request(path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body)
    .pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    held += value;
    const parts = held.split("\n\n");
    held = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1] ?? "message";
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data) yield { event, data: JSON.parse(data) };
    }
  }
}
