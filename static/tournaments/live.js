// Keeps a part of the page up to date: asks with the ETag it has, mostly to be told "the same".

export function keepLive(part, { url, every, changed = () => {}, mayAsk = () => true }) {
  let etag = null;
  const jitter = () => every * (0.85 + 0.3 * Math.random());

  async function ask() {
    const headers = { "X-Live": "1", ...(etag ? { "If-None-Match": etag } : {}) };
    const answer = await fetch(url, { headers, cache: "no-store" });
    if (answer.status === 200) {
      const text = await answer.text();
      if (mayAsk()) {
        etag = answer.headers.get("ETag");
        part.innerHTML = text;
        changed();
      }
    }
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

const part = document.querySelector("[data-live]");
if (part) keepLive(part, { url: part.dataset.live, every: Number(part.dataset.every) });
