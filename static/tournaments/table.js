// The entry page: taps are kept until they are sent, and sent until they are answered.
// An entry has a key of its own, so sending it twice records it once.

import { goOn, recorded } from "./ahead.js";
import { PATIENCE, keepLive } from "./live.js";
import { outboxOf } from "./outbox.js";

const table = document.getElementById("table");
const unsent = document.getElementById("unsent");
const problem = document.getElementById("problem");
const store = `ubongo-draft-${table.dataset.game}`;
const outbox = outboxOf(table.dataset.game, otherTab);
// In milliseconds:
const TRY_AGAIN = 2000;
const SECOND_TAP = 700; // a finger that taps twice makes one entry, not two
const HAND_OFF = 300; // from the finger's lifting to its click
const fill = (words, values) => words.replace(/{(\w+)}/g, (_, name) => values[name]);

// What is tapped in this tab, in that order, for the entry at ``index``, and what is ticked.
let { draft, ticked, index } = { draft: [], ticked: [], index: null, ...load() };
let isSending = false;
let isLoggedOut = false;
let endedAt = -Infinity;
let touchedUntil = 0;

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(store));
  } catch {
    return null;
  }
}

function save() {
  try {
    sessionStorage.setItem(store, JSON.stringify({ draft, ticked, index }));
  } catch {
    // Without storage the taps live as long as the page.
  }
}

const state = () => table.querySelector("#state");
const nextIndex = () => Number(state().dataset.index);
// After those that wait to be sent.
const comingIndex = () => Math.max(nextIndex(), ...outbox.all().map((entry) => entry.index + 1));
const taps = () => table.querySelector("#entry .taps");
const boxes = () => [...(taps()?.querySelectorAll("input") ?? [])];
const ticks = () => [...table.querySelectorAll("#entry .tick input")];
const seatOf = (box) => Number(box.value);

// As crypto.randomUUID, which a phone in the local network without TLS does not have.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const names = () => JSON.parse(state().dataset.names);
const namesOf = (seats) => seats.map((seat) => names()[seat]).join(", ") || table.dataset.nobody;

function show() {
  const queue = outbox.all();
  const hadFocus = table.querySelector("#entry")?.contains(document.activeElement);
  goOn(state(), queue, names());
  useTaps();
  if (hadFocus && !table.contains(document.activeElement))
    table.querySelector("#entry .taps input, #entry .answer")?.focus({ preventScroll: true });
  const isOrdered = taps()?.dataset.most !== undefined;
  for (const box of boxes()) {
    const place = draft.indexOf(seatOf(box));
    box.checked = place >= 0;
    if (isOrdered) {
      box.closest(".tap").querySelector(".place").textContent = place >= 0 ? `${place + 1}.` : "";
      box.disabled = place < 0 && draft.length >= Number(taps().dataset.most);
    } else if (queue.length) {
      // Who is done is known for the round that is shown, not for those that wait to be sent.
      box.disabled = false;
    }
  }
  for (const tick of ticks()) tick.checked = ticked.includes(tick.name);
  const justEnded = performance.now() < endedAt + SECOND_TAP;
  for (const button of table.querySelectorAll("#entry button"))
    button.setAttribute("aria-disabled", justEnded);
  // What isn't sent can't be undone there, and without wifi the button would lead away from here.
  for (const button of table.querySelectorAll("form[action*='/undo/'] button"))
    button.disabled = queue.length > 0;
  // Mostly it is sent before there is anything to say; of a single one the problem says it all.
  const isTold = !problem.hidden && queue.length === 1;
  unsent.hidden = queue.length === 0 || justEnded || isTold;
  unsent.querySelector("span").textContent =
    `${fill(table.dataset.unsent, { count: queue.length })} ` +
    queue.map((entry) => entry.told).join(" · ");
  unsent.querySelector("a").hidden = !isLoggedOut;
}

// Without this script finishers are chosen place by place; what was chosen before it came, counts.
function useTaps() {
  const byPlace = table.querySelector("#entry .by-place");
  if (!byPlace || byPlace.hidden) return;
  const chosen = [...byPlace.querySelectorAll("select")].filter((one) => one.value).map(seatOf);
  keepEarly(chosen);
  byPlace.hidden = byPlace.disabled = true;
  taps().hidden = false;
}

// Whoever was quicker than this script tapped already.
function keepEarly(seats) {
  const early = seats.filter((seat) => !draft.includes(seat));
  if (!early.length) return;
  draft = [...draft, ...early];
  index ??= comingIndex();
  save();
}

table.addEventListener("change", ({ target }) => {
  if (!target.closest("#entry")) return;
  index ??= comingIndex();
  if (target.closest(".taps")) {
    draft = draft.filter((seat) => seat !== seatOf(target));
    if (target.checked) draft.push(seatOf(target));
  } else {
    ticked = ticks().filter((tick) => tick.checked).map((tick) => tick.name);
  }
  // Nothing is tapped any more: the next tap is for the round that is shown then.
  if (!draft.length && !ticked.length) index = null;
  save();
  show();
});

table.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#entry")) return;
  event.preventDefault();
  if (performance.now() < endedAt + SECOND_TAP) return;
  endedAt = performance.now();
  touchedUntil = 0;
  setTimeout(show, SECOND_TAP);
  outbox.put({ key: newKey(), index: index ?? comingIndex(), ...entered(form, event.submitter) });
  draft = [];
  ticked = [];
  index = null;
  save();
  show();
  send();
});

// The event that a form means, and how it is told to people.
function entered(form, button) {
  const fields = new FormData(form);
  const event = { kind: fields.get("kind") };
  if (fields.has("seat")) event.seat = Number(fields.get("seat"));
  if (!fields.has("many")) {
    event[button.name] = JSON.parse(button.value);
    const what = button.querySelector("span").textContent;
    return { event, told: form.dataset.name ? `${form.dataset.name}: ${what}` : what };
  }
  event[fields.get("many")] = draft;
  for (const tick of ticks()) event[tick.name] = tick.checked;
  const second = ticked.length ? ` (${table.dataset.second})` : "";
  return { event, told: namesOf(draft) + second };
}

problem.querySelector("button").addEventListener("click", () => {
  outbox.all().forEach(outbox.drop);
  draft = [];
  ticked = [];
  index = null;
  problem.hidden = true;
  save();
  // Anew, for it may be another game by now.
  location.reload();
});

// Another tab of this table made an entry, or it was answered there.
function otherTab() {
  if (!outbox.all().length) problem.hidden = true;
  show();
}

async function send() {
  if (isSending || !outbox.all().length || !problem.hidden) return;
  isSending = true;
  try {
    for (let entry = outbox.all()[0]; entry; entry = outbox.all()[0]) {
      const { key, index, event } = entry;
      const answer = await fetch(table.dataset.enter, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify({ key, index, event }),
        redirect: "manual",
        signal: AbortSignal.timeout?.(PATIENCE),
      });
      isLoggedOut = answer.type === "opaqueredirect" || answer.status === 403;
      if ([404, 409, 422].includes(answer.status)) {
        const told = answer.status === 404 ? { error: table.dataset.gone } : await answer.json();
        tellProblem(entry, told);
        break;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      // In a café's network the first answer may be anybody's.
      if (told.key !== key) throw new Error("not this site's answer");
      outbox.drop(entry);
      recorded(state(), told);
    }
    // Not waited for: on bad wifi the next entry would wait as well.
    refresh().catch(() => {});
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
  const words = [answer.told ?? answer.error, fill(table.dataset.own, { own: own.told })];
  problem.querySelector("p").textContent = words.join(" ");
  problem.hidden = false;
}

const refresh = keepLive(table, {
  url: table.dataset.state,
  every: 1000,
  changed() {
    if (state().dataset.game !== table.dataset.game) location.reload();
    show();
  },
  glimpse: showClock,
  // Under somebody's fingers, and while a correction is typed, nothing moves; the boards that were
  // dealt are unfolded from the beginning, and keep nothing back.
  mayAsk: () =>
    !draft.length &&
    !ticked.length &&
    !outbox.all().length &&
    performance.now() > touchedUntil &&
    !table.querySelector("details[open] form"),
});

// A pause can't wait until the fingers are gone: the clock alone is brought up to date.
function showClock(text) {
  const there = new DOMParser().parseFromString(text, "text/html");
  const [now, next] = [table, there].map((one) => one.querySelector(".clock"));
  const isSame = there.getElementById("state")?.dataset.game === table.dataset.game;
  if (isSame && now && next) now.replaceWith(next);
}

table.addEventListener("pointerdown", () => (touchedUntil = performance.now() + PATIENCE));
for (const lifted of ["pointerup", "pointercancel"])
  window.addEventListener(lifted, () => {
    touchedUntil = Math.min(touchedUntil, performance.now() + HAND_OFF);
  });

window.addEventListener("online", send);
if (taps()?.dataset.most === undefined) keepEarly(boxes().filter((box) => box.checked).map(seatOf));
show();
// The game went on elsewhere: what was tapped for a round has no round any more.
if (draft.length && !taps()) {
  draft = [];
  index = null;
  save();
}
send();
