// While entries wait to be sent, the page knows as much of what comes next as the table does: after
// a round each finisher draws or takes, and then there is the next round.

export function goOn(state, queue, names) {
  const entry = state.querySelector("#entry");
  if (!entry || !queue.length || !state.querySelector("template")) return;
  const isRoundWaiting = queue.some(({ event }) => event.kind === "round");
  const waiting = stillWaiting(JSON.parse(state.dataset.waiting), queue);
  const mark = JSON.stringify([isRoundWaiting, waiting]);
  if (entry.dataset.mark === mark) return;
  entry.dataset.mark = mark;
  if (waiting.length) entry.replaceChildren(...formsOfSeats(state, waiting, isRoundWaiting, names));
  else if (queue.at(-1).event.kind === "playoff") entry.replaceChildren();
  else entry.replaceChildren(copyOf(state.querySelector('template[data-kind="round"]')));
}

// An entry was recorded; the page may or may not have been brought up to date yet.
export function recorded(state, entry) {
  if (entry.index < Number(state.dataset.index)) return;
  const waiting = stillWaiting(JSON.parse(state.dataset.waiting), [entry]);
  state.dataset.waiting = JSON.stringify(waiting);
  // The next tap may come before the new state does.
  state.dataset.index = entry.index + 1;
}

function stillWaiting(waiting, queue) {
  for (const { event } of queue) {
    if (event.kind === "round") waiting = event.finished ?? [];
    else waiting = waiting.filter((seat) => seat !== event.seat);
  }
  return waiting;
}

// The site's own forms say more, such as how far a pawn may move; but not of a round it doesn't know.
function formsOfSeats(state, waiting, isRoundWaiting, names) {
  const template = state.querySelector('template:not([data-kind="round"])');
  const isInTurn = template.hasAttribute("data-in-turn");
  return (isInTurn ? waiting.slice(0, 1) : waiting).map((seat) => {
    const own = state.querySelector(`#entry input[name="seat"][value="${seat}"]`);
    return own && !isRoundWaiting ? own.form : formOf(template, seat, names[seat]);
  });
}

function formOf(template, seat, name) {
  const form = copyOf(template);
  const hidden = form.querySelector('input[name="kind"]').cloneNode();
  hidden.name = "seat";
  hidden.value = seat;
  form.prepend(hidden);
  form.dataset.name = name;
  form.querySelector("h2").textContent = name;
  return form;
}

const copyOf = (template) => template.content.firstElementChild.cloneNode(true);
