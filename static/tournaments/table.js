// The entry page: taps are kept until they are sent, and sent until they are answered.
// A round has a key of its own, so sending it twice records it once.

import { keepLive } from "./live.js";

const table = document.getElementById("table");
const unsent = document.getElementById("unsent");
const problem = document.getElementById("problem");
const store = `ubongo-table-${table.dataset.game}`;
const TRY_AGAIN = 2000; // milliseconds
const fill = (words, values) => words.replace(/{(\w+)}/g, (_, name) => values[name]);

// draft: what is tapped for the round at ``index``; queue: rounds that were ended, not yet sent.
let { draft, queue, index } = { draft: [], queue: [], index: null, ...load() };
let isSending = false;

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

function show() {
  for (const box of boxes()) {
    box.checked = draft.includes(Number(box.value));
    // Who is done is known for the round that is shown, not for those that wait to be sent.
    if (queue.length) box.disabled = false;
  }
  unsent.hidden = queue.length === 0;
  unsent.textContent = fill(table.dataset.unsent, { count: queue.length });
}

table.addEventListener("change", (event) => {
  if (!event.target.closest("#entry")) return;
  if (index === null) index = nextIndex() + queue.length;
  draft = boxes().filter((box) => box.checked).map((box) => Number(box.value));
  save();
});

table.addEventListener("submit", (event) => {
  if (event.target.id !== "entry") return;
  event.preventDefault();
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

problem.querySelector("button").addEventListener("click", async () => {
  queue = [];
  draft = [];
  index = null;
  problem.hidden = true;
  save();
  await refresh();
  show();
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
      });
      if (answer.status === 409 || answer.status === 422) {
        await tellProblem(queue[0], await answer.json());
        break;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      queue.shift();
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

function csrfToken() {
  return table.querySelector("[name=csrfmiddlewaretoken]").value;
}

async function tellProblem(own, answer) {
  const names = (filled) =>
    filled.map((seat) => table.querySelector(`[data-seat="${seat}"]`)?.dataset.name ?? seat).join(", ") ||
    table.dataset.nobody;
  const there = answer.there?.find((entry) => entry.index === own.index);
  problem.querySelector("p").textContent = there
    ? fill(table.dataset.conflict, {
        number: own.index + 1,
        there: names(there.event.filled),
        own: names(own.event.filled),
      })
    : answer.error;
  problem.hidden = false;
}

const refresh = keepLive(table, {
  url: table.dataset.state,
  every: 1000,
  changed: show,
  // Under somebody's fingers, and while a correction is typed, nothing moves.
  mayAsk: () => !draft.length && !queue.length && !table.querySelector("details[open]"),
});

window.addEventListener("online", send);
show();
send();
