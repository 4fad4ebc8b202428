// The entry page: taps are kept until they are sent, and sent until they are answered.
// A round has a key of its own, so sending it twice records it once.

import { PATIENCE, keepLive } from "./live.js";

const table = document.getElementById("table");
const unsent = document.getElementById("unsent");
const problem = document.getElementById("problem");
const store = `ubongo-table-${table.dataset.game}`;
// In milliseconds:
const TRY_AGAIN = 2000;
const SECOND_TAP = 700; // a finger that taps twice ends one round, not two
const HAND_OFF = 300; // from the finger's lifting to its click
const fill = (words, values) => words.replace(/{(\w+)}/g, (_, name) => values[name]);

// draft: what is tapped for the round at ``index``; queue: rounds that were ended, not yet sent.
let { draft, queue, index } = { draft: [], queue: [], index: null, ...load() };
let isSending = false;
let isLoggedOut = false;
let endedAt = -Infinity;
let touchedUntil = 0;

function load() {
  try {
    return JSON.parse(localStorage.getItem(store));
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(store, JSON.stringify({ draft, queue, index }));
  } catch {
    // Without storage the taps live as long as the page.
  }
}

const state = () => table.querySelector("#state");
const nextIndex = () => Number(state().dataset.index);
const boxes = () => [...table.querySelectorAll("#entry input[name=filled]")];

// As crypto.randomUUID, which a phone in the local network without TLS does not have.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const nameOf = (seat) => table.querySelector(`[data-seat="${seat}"]`)?.dataset.name ?? seat;
const namesOf = (seats) => seats.map(nameOf).join(", ") || table.dataset.nobody;

function show() {
  for (const box of boxes()) {
    box.checked = draft.includes(Number(box.value));
    // Who is done is known for the round that is shown, not for those that wait to be sent.
    if (queue.length) box.disabled = false;
  }
  const justEnded = performance.now() < endedAt + SECOND_TAP;
  table.querySelector("#entry button")?.setAttribute("aria-disabled", justEnded);
  // Mostly it is sent before there is anything to say; of a single one the problem says it all.
  const isTold = !problem.hidden && queue.length === 1;
  unsent.hidden = queue.length === 0 || justEnded || isTold;
  unsent.querySelector("span").textContent =
    `${fill(table.dataset.unsent, { count: queue.length })} ` +
    queue.map((round) => `${round.index + 1}: ${namesOf(round.event.filled)}`).join(" · ");
  unsent.querySelector("a").hidden = !isLoggedOut;
}

table.addEventListener("change", (event) => {
  if (!event.target.closest("#entry")) return;
  if (index === null) index = nextIndex() + queue.length;
  draft = boxes().filter((box) => box.checked).map((box) => Number(box.value));
  // Nothing is tapped any more: the next tap is for the round that is shown then.
  if (!draft.length) index = null;
  save();
});

table.addEventListener("submit", (event) => {
  if (event.target.id !== "entry") return;
  event.preventDefault();
  if (performance.now() < endedAt + SECOND_TAP) return;
  endedAt = performance.now();
  touchedUntil = 0;
  setTimeout(show, SECOND_TAP);
  queue.push({
    key: newKey(),
    index: index ?? nextIndex() + queue.length,
    event: { kind: "round", filled: draft },
  });
  draft = [];
  index = null;
  save();
  show();
  send();
});

problem.querySelector("button").addEventListener("click", () => {
  queue = [];
  draft = [];
  index = null;
  problem.hidden = true;
  save();
  // Anew, for it may be another game by now.
  location.reload();
});

async function send() {
  if (isSending || !queue.length || !problem.hidden) return;
  isSending = true;
  try {
    while (queue.length) {
      const answer = await fetch(table.dataset.enter, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify(queue[0]),
        redirect: "manual",
        signal: AbortSignal.timeout?.(PATIENCE),
      });
      isLoggedOut = answer.type === "opaqueredirect" || answer.status === 403;
      if ([404, 409, 422].includes(answer.status)) {
        const told = answer.status === 404 ? { error: table.dataset.gone } : await answer.json();
        tellProblem(queue[0], told);
        break;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      // In a café's network the first answer may be anybody's.
      if (told.key !== queue[0].key) throw new Error("not this site's answer");
      queue.shift();
      // The next tap may come before the new state does.
      state().dataset.index = Math.max(nextIndex(), told.index + 1);
      save();
    }
    await refresh();
  } catch {
    setTimeout(send, TRY_AGAIN);
  } finally {
    isSending = false;
    show();
  }
}

// From the cookie: after a new login the token that stands in the page is no longer right.
function csrfToken() {
  const cookie = document.cookie.split("; ").find((one) => one.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? table.querySelector("[name=csrfmiddlewaretoken]").value;
}

function tellProblem(own, answer) {
  const there = answer.there?.find((entry) => entry.index === own.index);
  problem.querySelector("p").textContent = there
    ? fill(table.dataset.conflict, {
        number: own.index + 1,
        there: namesOf(there.event.filled),
        own: namesOf(own.event.filled),
      })
    : answer.error;
  problem.hidden = false;
}

const refresh = keepLive(table, {
  url: table.dataset.state,
  every: 1000,
  changed() {
    if (state().dataset.game !== table.dataset.game) location.reload();
    show();
  },
  // Under somebody's fingers, and while a correction is typed, nothing moves.
  mayAsk: () =>
    !draft.length &&
    !queue.length &&
    performance.now() > touchedUntil &&
    !table.querySelector("details[open]"),
});

table.addEventListener("pointerdown", () => (touchedUntil = performance.now() + PATIENCE));
for (const lifted of ["pointerup", "pointercancel"])
  window.addEventListener(lifted, () => {
    touchedUntil = Math.min(touchedUntil, performance.now() + HAND_OFF);
  });

window.addEventListener("online", send);
// Whoever was quicker than this script tapped already.
const early = boxes().filter((box) => box.checked && !draft.includes(Number(box.value)));
if (early.length) {
  draft = [...draft, ...early.map((box) => Number(box.value))];
  index ??= nextIndex() + queue.length;
  save();
}
show();
send();
