// Of a tournament's options only those of the chosen game are shown, and sent.

const game = document.querySelector("[name=variant]");

function show() {
  for (const option of document.querySelectorAll("[data-games]")) {
    option.disabled = !option.dataset.games.split(" ").includes(game.value);
    option.closest("p").hidden = option.disabled;
  }
}

game.addEventListener("change", show);
show();
