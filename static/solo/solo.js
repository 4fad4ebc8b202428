// The clock of somebody who plays alone. The server's time counts: it said when the run began and
// ends, and what time it was when it sent the page; this only shows how far that is.

const run = document.getElementById("run");
const clock = document.getElementById("clock");
const SECOND_TAP = 600; // milliseconds in which a tap is still meant for the task before

const offset = Number(run.dataset.now) - Date.now();
const started = Number(run.dataset.started);
const deadline = run.dataset.deadline ? Number(run.dataset.deadline) : null;

function show() {
  const now = Date.now() + offset;
  if (deadline !== null && now > deadline) {
    // The server says how it ended; it looks at its own clock.
    if (!run.dataset.ended) location.reload();
    run.dataset.ended = "yes";
    return;
  }
  if (clock) {
    const seconds =
      deadline === null
        ? Math.floor((now - started) / 1000)
        : Math.ceil((deadline - now) / 1000);
    const rest = String(seconds % 60).padStart(2, "0");
    clock.textContent = `${Math.floor(seconds / 60)}:${rest}`;
  }
}

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
addEventListener("pageshow", (event) => event.persisted && location.reload());
