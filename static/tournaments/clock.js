// Shows how long a round still goes, by the server's clock, and sounds at its end for who wants that.
// The clocks stand in parts of the page that are replaced: they are looked for whenever they are shown.

import { beep, wake } from "./beep.js";

const LATE = 10; // seconds; whoever comes back to the page later than that hears nothing
const STORE = "ubongo-sound";
const sound = document.getElementById("sound");
const button = sound.querySelector("button");
const here = () => Date.now() / 1000;
let ahead = here() - Number(sound.dataset.now); // of this clock before the server's
let isOn = false;
let timer = null;
const awaited = new Set(); // ends that were still to come when they were last shown

function show() {
  clearTimeout(timer);
  const now = here() - ahead;
  const clocks = [...document.querySelectorAll(".clock[data-until]")];
  for (const clock of clocks) {
    const left = Math.max(0, Math.ceil(Number(clock.dataset.until) - now));
    const [minutes, seconds] = [Math.floor(left / 60), left % 60];
    const text = `${minutes}:${String(seconds).padStart(2, "0")}`;
    const shown = clock.querySelector(".left");
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("up", left === 0);
    clock.querySelector(".over").hidden = left > 0;
    clock.querySelector(".when").hidden = left === 0;
  }
  sound.hidden = !document.querySelector(".clock");
  soundEnds(clocks.map((clock) => Number(clock.dataset.until)), now);
  // Just after the server's second changes.
  timer = setTimeout(show, 1000 * (1 - (now - Math.floor(now))) + 5);
}

function soundEnds(ends, now) {
  const over = [...awaited].filter((end) => end <= now && end > now - LATE && ends.includes(end));
  awaited.clear();
  for (const end of ends) if (end > now) awaited.add(end);
  if (over.length && isOn) beep();
}

function turn(on) {
  isOn = on;
  button.setAttribute("aria-pressed", on);
  for (const word of button.querySelectorAll("[data-state]"))
    word.hidden = word.dataset.state !== String(on);
}

button.addEventListener("click", () => {
  turn(!isOn);
  if (isOn) beep(); // so that it is heard how loud it will be
  try {
    localStorage.setItem(STORE, isOn ? "on" : "off");
  } catch {
    // Without storage it holds for this page.
  }
});

try {
  turn(localStorage.getItem(STORE) === "on");
} catch {
  // Nothing is remembered: it stays off.
}
// Browsers let no page sound before it was touched.
for (const touch of ["pointerdown", "keydown"])
  document.addEventListener(touch, () => isOn && wake(), { once: true });

document.addEventListener("visibilitychange", show);
document.addEventListener("live", ({ detail }) => {
  if (detail.now) ahead = here() - detail.now;
  show();
});
show();
