// Entries of a table that the site hasn't answered yet. Each is kept in the browser under a name of
// its own, so that two tabs of one table share them and never write over each other's.

export function outboxOf(game, changed) {
  const prefix = `ubongo-table-${game}-`;
  const kept = new Map(); // where the browser keeps nothing, they live as long as the page
  let at = null;

  addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(prefix)) changed();
  });

  return {
    // In the order in which they are to be sent.
    all() {
      const entries = new Map(kept);
      try {
        for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
          const entry = JSON.parse(localStorage.getItem(name));
          entries.set(entry.key, entry);
        }
      } catch {
        // Nothing is kept, or it isn't ours.
      }
      return [...entries.values()].sort((one, other) => one.index - other.index || one.at - other.at);
    },
    put(entry) {
      at = Math.max(Date.now(), at + 1);
      const whole = { ...entry, at };
      try {
        localStorage.setItem(prefix + entry.key, JSON.stringify(whole));
      } catch {
        kept.set(entry.key, whole);
      }
    },
    drop(entry) {
      kept.delete(entry.key);
      try {
        localStorage.removeItem(prefix + entry.key);
      } catch {
        // It was never there.
      }
    },
  };
}
