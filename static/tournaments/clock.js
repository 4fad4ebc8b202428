// Shows how long it is until a moment, by the server's clock: the end of a round, which sounds for who
// wants that, or the moment that a countdown leads to, when the page is loaded anew.
// Both stand in parts of the page that are replaced: they are looked for whenever they are shown.

import { beep, wake } from "./beep.js";

const LATE = 10; // seconds; whoever comes back to the page later than that hears nothing
const LONGEST = 24 * 3600; // seconds; before that the date alone says it
const STORE = "ubongo-sound";
const sound = document.getElementById("sound");
const button = sound?.querySelector("button");
const here = () => Date.now() / 1000;
// Of this clock before the server's.
let ahead = here() - Number(document.querySelector("[data-now]")?.dataset.now ?? here());
let isOn = false;
let timer = null;
let awaited = []; // moments that were still to come when they were last shown

function show() {
  clearTimeout(timer);
  const now = here() - ahead;
  for (const one of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil(Number(one.dataset.until) - now));
    if (one.matches(".clock")) showClock(one, left);
    else one.textContent = left < LONGEST ? figures(left / 3600, (left / 60) % 60, left % 60) : "";
  }
  if (sound) sound.hidden = !document.querySelector(".clock, [data-rings]");
  endWhatIsOver(now);
  // Just after the server's second changes.
  timer = setTimeout(show, 1000 * (1 - (now - Math.floor(now))) + 5);
}

function showClock(clock, left) {
  const text = figures(left / 60, left % 60);
  const shown = clock.querySelector(".left");
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("up", left === 0);
  clock.querySelector(".over").hidden = left > 0;
  clock.querySelector(".when").hidden = left === 0;
}

const figures = (first, ...others) =>
  [Math.floor(first), ...others.map((one) => String(Math.floor(one)).padStart(2, "0"))].join(":");

function endWhatIsOver(now) {
  const ends = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => Number(one.dataset.until));
  const over = (end) => end <= now && awaited.includes(end);
  if (ends(".countdown").some(over)) location.reload();
  if (ends(".clock[data-until]").some((end) => over(end) && end > now - LATE)) ring();
  awaited = ends("[data-until]").filter((end) => end > now);
}

// Also for what else has happened that somebody waits for.
export function ring() {
  if (isOn) beep();
}

function turn(on) {
  isOn = on;
  button.setAttribute("aria-pressed", on);
  for (const word of button.querySelectorAll("[data-state]"))
    word.hidden = word.dataset.state !== String(on);
}

button?.addEventListener("click", () => {
  turn(!isOn);
  if (isOn) beep(); // so that it is heard how loud it will be
  try {
    localStorage.setItem(STORE, isOn ? "on" : "off");
  } catch {
    // Without storage it holds for this page.
  }
});

try {
  if (button) turn(localStorage.getItem(STORE) === "on");
} catch {
  // Nothing is remembered: it stays off.
}
// The server's clock was read after it was asked for and before the answer came. What fits is kept: on
// bad wifi the time would jump to and fro, and what is over would be to come again.
const between = (least, value, most) => Math.min(Math.max(least, value), most);

// Browsers let no page sound before it was touched.
for (const touch of ["pointerdown", "keydown"])
  document.addEventListener(touch, () => isOn && wake(), { once: true });

for (const change of ["visibilitychange", "followed"]) document.addEventListener(change, show);
document.addEventListener("live", ({ detail }) => {
  if (detail.now) ahead = between(detail.asked - detail.now, ahead, here() - detail.now);
  show();
});
show();
