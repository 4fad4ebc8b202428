// A player's own page: whoever is seated by a new round sees it, also in the tab's title, and hears it.

import { ring } from "./clock.js";

const news = document.getElementById("news");
const title = document.title;
const mine = () => document.getElementById("mine").dataset;
let { seat } = mine();

document.addEventListener("live", () => {
  const now = mine();
  if (now.seat === seat) return;
  seat = now.seat;
  news.textContent = now.told;
  news.hidden = !now.told;
  document.title = now.told ? `${now.told} ${title}` : title;
  if (!now.told) return;
  navigator.vibrate?.(400);
  ring();
});
