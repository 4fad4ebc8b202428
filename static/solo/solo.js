// The clock of somebody who plays alone. The server's time counts: it said when the run began and
// ends, and what time it was when it sent the page; this only shows how far that is.

const run = document.getElementById("run");
const clock = document.getElementById("clock");
// In milliseconds:
const SECOND_TAP = 600; // in which a tap is still meant for the task before
const PATIENCE = 10000; // until a question that isn't answered is given up
const TRY_AGAIN = 2000;

const offset = Number(run.dataset.now) - Date.now();
const started = Number(run.dataset.started);
const deadline = run.dataset.deadline ? Number(run.dataset.deadline) : null;
let isEnding = false;

function show() {
  const now = Date.now() + offset;
  if (deadline !== null && now > deadline && !isEnding) end();
  if (clock) {
    const seconds =
      deadline === null
        ? Math.floor((now - started) / 1000)
        : Math.max(0, Math.ceil((deadline - now) / 1000));
    const rest = String(seconds % 60).padStart(2, "0");
    clock.textContent = `${Math.floor(seconds / 60)}:${rest}`;
  }
}

// The server says how it ended; it looks at its own clock. Where it can't be reached this page stays.
async function end() {
  isEnding = true;
  try {
    const answer = await fetch(run.dataset.page, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    if (answer.ok) return lookAgain();
  } catch {
    // It is away for a moment.
  }
  setTimeout(end, TRY_AGAIN);
}

// Not by a reload: what is shown may be the answer to a tap, which would be sent again.
const lookAgain = () => location.replace(run.dataset.page);

const form = document.getElementById("tap");
const buttons = form ? [...form.querySelectorAll("button")] : [];
let isOpen = false;
for (const button of buttons) button.setAttribute("aria-disabled", "true");
setTimeout(() => {
  isOpen = true;
  for (const button of buttons) button.removeAttribute("aria-disabled");
}, SECOND_TAP);
form?.addEventListener("submit", (event) => {
  if (!isOpen) event.preventDefault();
});

show();
setInterval(show, 200);
document.addEventListener("visibilitychange", show);
// A page that the browser kept shows a task that may be gone.
addEventListener("pageshow", (event) => event.persisted && lookAgain());
