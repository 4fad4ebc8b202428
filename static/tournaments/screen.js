// The big screen turns its pages by itself: as many rows of a part as fit, then the next ones.

import { keepLive } from "./live.js";

const STAY = 8000; // milliseconds that a page is shown
const screen = document.getElementById("screen");
const full = document.getElementById("full");
let leaf = 0; // which part is shown,
let from = 0; // from which of its rows on,
let next = 0; // and with which row the page after it begins; 0 if the part ends here

function show() {
  const leaves = [...screen.querySelectorAll(".leaf")];
  if (!leaves.length) return;
  leaf %= leaves.length;
  leaves.forEach((one, number) => (one.hidden = number !== leaf));
  const rows = [...leaves[leaf].querySelectorAll(".row")];
  if (from >= rows.length) from = 0;
  rows.forEach((row, number) => (row.hidden = number < from));
  // One row is shown even where none fits.
  next = rows.findIndex((row, number) => number > from && beyond(row));
  if (next < 0) next = 0;
  else rows.slice(next).forEach((row) => (row.hidden = true));
}

const beyond = (row) => row.getBoundingClientRect().bottom + window.scrollY > window.innerHeight;

function turn() {
  if (next === 0) leaf += 1;
  from = next;
  show();
}

keepLive(screen, { url: screen.dataset.state, every: 1000, changed: show });
window.addEventListener("resize", show);
setInterval(turn, STAY);
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => document.documentElement.requestFullscreen());
document.addEventListener("fullscreenchange", () => (full.hidden = document.fullscreenElement !== null));
show();
