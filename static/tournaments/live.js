// Keeps a part of the page up to date: asks with the ETag it has, mostly to be told "the same".

export const PATIENCE = 10000; // milliseconds until a request that isn't answered is given up

export function keepLive(part, { url, every, changed = () => {}, mayAsk = () => true }) {
  let etag = null;
  const jitter = () => every * (0.85 + 0.3 * Math.random());

  async function ask() {
    const headers = { "X-Live": "1", ...(etag ? { "If-None-Match": etag } : {}) };
    const answer = await fetch(url, {
      headers,
      cache: "no-store",
      redirect: "manual", // who is logged out is led to the login, which is no part of this page
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    const text = answer.status === 200 ? await answer.text() : null;
    if (text !== null && mayAsk()) {
      etag = answer.headers.get("ETag");
      replace(part, text);
      changed();
    }
    tellTime(answer);
  }

  async function again() {
    if (document.hidden) {
      document.addEventListener("visibilitychange", again, { once: true });
      return;
    }
    try {
      if (mayAsk()) await ask();
    } catch {
      // The site can't be reached for a moment; what is shown stays.
    }
    setTimeout(again, jitter());
  }

  setTimeout(again, jitter());
  return ask;
}

// What the server's clock showed, for clocks in parts that may be new now.
function tellTime(answer) {
  const now = Number(answer.headers.get("X-Now"));
  document.dispatchEvent(new CustomEvent("live", { detail: { now } }));
}

// The new content; what was unfolded stays so, and the focus stays at what it was at, or, if that is
// gone, at the part: the next Tab leads to what stands there now.
function replace(part, text) {
  const at = document.activeElement;
  const mark = part.contains(at) ? markOf(at) : null;
  const unfolded = [...part.querySelectorAll("details[open] > summary")].map(markOf);
  part.innerHTML = text;
  for (const summary of part.querySelectorAll("details > summary"))
    if (unfolded.includes(markOf(summary))) summary.parentElement.open = true;
  if (mark === null) return;
  const same = [...part.querySelectorAll(at.tagName)].find((other) => markOf(other) === mark);
  part.tabIndex = -1;
  (same ?? part).focus({ preventScroll: true });
}

function markOf(at) {
  const own = at.tagName === "INPUT" ? [at.name, at.value] : [at.textContent.trim()];
  return JSON.stringify([at.closest("[id]")?.id, at.closest("li")?.value, ...own]);
}

// What concerns the visitor alone is asked for when something has changed for all.
async function follow(own) {
  const answer = await fetch(own.dataset.own, { cache: "no-store", redirect: "manual" });
  if (answer.status === 200) replace(own, await answer.text());
}

const part = document.querySelector("[data-live]");
const own = document.querySelector("[data-own]");
if (part)
  keepLive(part, {
    url: part.dataset.live,
    every: Number(part.dataset.every),
    changed: () => own && follow(own).catch(() => {}), // the next change brings it
  });
