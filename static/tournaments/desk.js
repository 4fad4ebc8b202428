// Sixty times in a row somebody is noted as present, or entered: the list changes where it stands,
// and the next name can be typed at once.

import { PATIENCE, refresh, replace } from "./live.js";

const people = document.querySelector("[data-own]");
const guest = document.querySelector("form.guest");
const desk = new URL("..", new URL(people.dataset.own, location));
let sent = 0;

document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  const line = people.contains(button) && button.hasAttribute("formaction") ? button.closest("li") : null;
  if (form !== guest && !line) return;
  event.preventDefault();
  const number = ++sent;
  const url = line ? button.formAction : form.action;
  const body = new FormData(form);
  button.disabled = true;
  try {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: { "X-Live": "1" },
      redirect: "manual",
      keepalive: true, // also if somebody goes on to another page
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    // There is something to be told, or somebody has to log in again.
    if (answer.type === "opaqueredirect") return location.assign(desk);
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    // An answer that was overtaken knows nothing of the later deed.
    if (number === sent) {
      replace(people, text);
      if (line) people.querySelector(`#${line.id} button`)?.focus({ preventScroll: true });
    }
    if (!line) nextGuest(body.get("name"));
    refresh?.().catch(() => {});
  } catch {
    // Sent again as a form, whose answer says why it is refused.
    if (!line) nameField().value = body.get("name");
    form.action = url;
    form.submit();
  }
});

const nameField = () => guest.elements.namedItem("name");

// Whoever is quicker than the answer has begun with the next name already.
function nextGuest(entered) {
  guest.querySelector("button").disabled = false;
  const name = nameField();
  if (name.value === entered) name.value = "";
  name.focus();
}
