// Keeps the verdicts in the curator's list up to date while jobs run.

const bar = document.getElementById("checks");
const shown = [...document.querySelectorAll("[data-task]")];
const EVERY = 2000; // milliseconds

async function refresh() {
  const ids = shown.map((cell) => cell.dataset.task).join(",");
  const answer = await fetch(`${bar.dataset.states}?ids=${ids}`);
  if (!answer.ok) return true;
  const states = await answer.json();
  for (const cell of shown) {
    const state = states.tasks[cell.dataset.task];
    if (!state) continue;
    cell.textContent = state.verdict + (state.open ? " …" : "");
  }
  const done = states.all - states.open;
  bar.hidden = states.open === 0;
  bar.querySelector("progress").max = states.all;
  bar.querySelector("progress").value = done;
  bar.querySelector("output").textContent = bar.dataset.words
    .replace("{done}", done)
    .replace("{all}", states.all);
  return states.open > 0;
}

async function watch() {
  if (document.hidden) {
    document.addEventListener("visibilitychange", watch, { once: true });
    return;
  }
  let goesOn = true;
  try {
    goesOn = await refresh();
  } catch {
    // The site is away for a moment; ask again.
  }
  if (goesOn) setTimeout(watch, EVERY);
}

if (shown.length) watch();
