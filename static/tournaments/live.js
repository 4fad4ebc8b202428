// Keeps a part of the page up to date: asks with the ETag it has, mostly to be told "the same".

export const PATIENCE = 10000; // milliseconds until a request that isn't answered is given up

// While nothing may be replaced, a new state is only glimpsed at, if that is wanted.
export function keepLive(part, { url, every, changed = () => {}, mayAsk = () => true, glimpse }) {
  let shown = null; // the ETag of what the page shows,
  let seen = null; // and of what was seen last
  let asked = 0; // how many times
  const jitter = () => every * (0.85 + 0.3 * Math.random());

  async function ask() {
    const number = ++asked;
    const askedAt = Date.now();
    const known = mayAsk() ? shown : seen;
    const headers = { "X-Live": "1", ...(known ? { "If-None-Match": known } : {}) };
    const answer = await fetch(url, {
      headers,
      cache: "no-store",
      redirect: "manual", // who is logged out is led to the login, which is no part of this page
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    const text = answer.status === 200 ? await answer.text() : null;
    // An answer that was overtaken knows nothing of what was recorded before the later question.
    if (number < asked) return;
    if (text !== null) {
      seen = answer.headers.get("ETag");
      if (mayAsk()) {
        shown = seen;
        replace(part, text);
        changed();
      } else {
        glimpse?.(text);
      }
    }
    tell(answer, askedAt);
  }

  async function again() {
    if (document.hidden) {
      document.addEventListener("visibilitychange", again, { once: true });
      return;
    }
    try {
      if (glimpse || mayAsk()) await ask();
    } catch {
      // The site can't be reached for a moment; what is shown stays.
    }
    setTimeout(again, jitter());
  }

  setTimeout(again, jitter());
  return ask;
}

// What was answered, and what the server's clock showed then, for clocks in parts that may be new now.
function tell({ status, headers }, askedAt) {
  const now = Number(headers.get("X-Now"));
  document.dispatchEvent(new CustomEvent("live", { detail: { status, now, asked: askedAt / 1000 } }));
}

// The new content; what was unfolded or folded stays so, and the focus stays at what it was at, or, if
// that is gone, at the part: the next Tab leads to what stands there now.
export function replace(part, text) {
  const at = document.activeElement;
  const mark = part.contains(at) ? markOf(at) : null;
  const summaries = () => [...part.querySelectorAll("details > summary")];
  const unfolded = new Map(summaries().map((one) => [markOf(one), one.parentElement.open]));
  part.innerHTML = text;
  for (const summary of summaries())
    summary.parentElement.open = unfolded.get(markOf(summary)) ?? summary.parentElement.open;
  if (mark === null) return;
  const same = [...part.querySelectorAll(at.tagName)].find((other) => markOf(other) === mark);
  part.tabIndex = -1;
  (same ?? part).focus({ preventScroll: true });
}

function markOf(at) {
  const own =
    at.tagName === "INPUT"
      ? [at.name, at.value]
      : [at.textContent.trim(), at.getAttribute("formaction")];
  return JSON.stringify([at.closest("[id]")?.id, at.closest("li")?.value, ...own]);
}

// What somebody is typing, was told to type otherwise, or has the finger on, stays as it is.
export function isInHand(part) {
  const isTouched = (field) =>
    field === document.activeElement ||
    (field.matches("select")
      ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
      : field.value !== field.defaultValue || field.checked !== field.defaultChecked);
  const fields = [...part.querySelectorAll("input:not([type=hidden]), textarea, select")];
  return part.matches(":active") || part.querySelector(".errorlist") !== null || fields.some(isTouched);
}

const part = document.querySelector("[data-live]");
// What concerns the visitor alone is asked for when something has changed for all.
const followers = document.querySelectorAll("[data-own]");
const late = new Set(); // those that are still to be asked for
const asking = new Set(); // those that are just being asked for: never twice at once

async function follow(own) {
  late.delete(own);
  asking.add(own);
  try {
    const answer = await fetch(own.dataset.own, {
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    if (answer.status >= 500) throw new Error(String(answer.status));
    const text = answer.status === 200 ? await answer.text() : null;
    if (text === null) return;
    if (isInHand(own)) late.add(own);
    else replace(own, text);
    document.dispatchEvent(new CustomEvent("followed"));
  } catch {
    late.add(own);
  } finally {
    asking.delete(own);
  }
}

document.addEventListener("live", () => {
  [...late].filter((own) => !asking.has(own) && !isInHand(own)).forEach(follow);
});

// Asks at once, for whoever has just changed something.
export const refresh =
  part &&
  keepLive(part, {
    url: part.dataset.live,
    every: Number(part.dataset.every),
    changed: () => followers.forEach((own) => late.add(own)),
    mayAsk: () => !isInHand(part),
  });
