// Shows how long it is until a moment, by the server's clock; at that moment the page is loaded anew.

const LONGEST = 24 * 3600; // seconds; before that the date alone says it

function keepCounting(time) {
  const until = Number(time.dataset.until);
  const ahead = Date.now() / 1000 - Number(time.dataset.now); // of this clock before the server's

  function show() {
    if (!time.isConnected) return;
    const left = Math.ceil(until - (Date.now() / 1000 - ahead));
    if (left <= 0) {
      location.reload();
      return;
    }
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const two = (number) => String(number).padStart(2, "0");
    time.textContent = left < LONGEST ? `${hours}:${two(minutes)}:${two(seconds)}` : "";
    setTimeout(show, 1000);
  }

  if (until > Number(time.dataset.now)) show();
}

const counting = new WeakSet();

// Some stand in parts of the page that are replaced.
function begin() {
  for (const time of document.querySelectorAll("time.countdown")) {
    if (counting.has(time)) continue;
    counting.add(time);
    keepCounting(time);
  }
}

document.addEventListener("live", begin);
begin();
