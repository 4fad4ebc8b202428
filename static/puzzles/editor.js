// The curator's editor: paint the area, choose the pieces, have both checked.
// The form's own fields stay the truth; without this module they are typed as text.

const by = (id) => document.getElementById(id);
const editor = by("editor");
const grid = by("grid");
const picker = by("picker");
const balance = by("balance");
const verdict = by("verdict");
const rows = by("grid-rows");
const columns = by("grid-columns");
const levels = by("grid-levels");
const times = by("grid-times");
const areaField = by("id_area");
const heightField = by("id_height");
const piecesField = by("id_pieces");
const setField = by("id_piece_set");
const sets = JSON.parse(by("piece-sets").textContent); // by primary key: its key, is it solid?
// A region whose levels differ can't be drawn on one grid; it is changed as text.
const isText = /\S\s*\n\s*\n\s*\S/.test(areaField.value);

const SPARE = 2; // empty rows and columns around an area that is there
const HALF_CELL = 14; // pixels
const fill = (words, values) => words.replace(/{(\w+)}/g, (_, name) => values[name]);

// --- the grid -----------------------------------------------------------------------------------

let painted = new Set(); // "row,column"
let focus = [0, 0];
let painting = null; // true paints, false erases, null neither
let pen = [0, 0]; // where the stroke was last, in pixels of the window

const cellAt = (row, column) => grid.querySelector(`[data-at="${row},${column}"]`);

function drawGrid() {
  const [height, width] = [Number(rows.value), Number(columns.value)];
  focus = [Math.min(focus[0], height - 1), Math.min(focus[1], width - 1)];
  grid.replaceChildren(
    ...Array.from({ length: height }, (_, row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(...Array.from({ length: width }, (_, column) => drawCell(row, column)));
      return line;
    }),
  );
  tell();
}

function drawCell(row, column) {
  const cell = document.createElement("button");
  cell.type = "button";
  cell.setAttribute("role", "gridcell");
  cell.dataset.at = `${row},${column}`;
  cell.tabIndex = row === focus[0] && column === focus[1] ? 0 : -1;
  cell.setAttribute("aria-label", fill(grid.dataset.cell, { row: row + 1, column: column + 1 }));
  show(cell);
  return cell;
}

function show(cell) {
  cell.setAttribute("aria-selected", String(painted.has(cell.dataset.at)));
}

function paint(cell, on) {
  if (painted.has(cell.dataset.at) === on) return;
  if (on) painted.add(cell.dataset.at);
  else painted.delete(cell.dataset.at);
  show(cell);
  change();
}

function moveFocus(row, column) {
  const cell = cellAt(row, column);
  if (!cell) return;
  cellAt(...focus).tabIndex = -1;
  focus = [row, column];
  cell.tabIndex = 0;
  cell.focus();
}

grid.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest("[data-at]");
  if (!cell || event.button !== 0) return;
  event.preventDefault();
  grid.setPointerCapture(event.pointerId);
  painting = !painted.has(cell.dataset.at);
  pen = [event.clientX, event.clientY];
  moveFocus(...cell.dataset.at.split(",").map(Number));
  paint(cell, painting);
});
grid.addEventListener("pointermove", (event) => {
  if (painting === null) return;
  const [x, y] = pen;
  pen = [event.clientX, event.clientY];
  // A fast stroke is reported at points that lie several cells apart.
  const parts = Math.ceil(Math.hypot(pen[0] - x, pen[1] - y) / HALF_CELL) || 1;
  for (let part = 1; part <= parts; part++) {
    const [right, down] = [((pen[0] - x) * part) / parts, ((pen[1] - y) * part) / parts];
    const cell = document.elementFromPoint(x + right, y + down)?.closest("#grid [data-at]");
    if (cell) paint(cell, painting);
  }
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  grid.addEventListener(end, () => (painting = null));
}
grid.addEventListener("keydown", (event) => {
  const [row, column] = focus;
  const steps = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, Number(columns.value) - 1],
  };
  if (event.key in steps) {
    event.preventDefault();
    moveFocus(...steps[event.key]);
  } else if (event.key === " " || event.key === "Enter") {
    event.preventDefault();
    const cell = cellAt(row, column);
    paint(cell, !painted.has(cell.dataset.at));
  }
});

for (const side of [rows, columns]) {
  side.addEventListener("change", () => {
    side.value = Math.max(1, Math.min(Number(side.max), Math.trunc(Number(side.value)) || 1));
    painted = new Set([...painted].filter(inside));
    drawGrid();
    change();
  });
}
by("grid-clear").addEventListener("click", () => {
  painted.clear();
  drawGrid();
  change();
});
levels.addEventListener("change", () => {
  levels.value = Math.max(1, Math.min(Number(levels.max), Math.trunc(Number(levels.value)) || 1));
  change();
});

function inside(at) {
  const [row, column] = at.split(",").map(Number);
  return row < Number(rows.value) && column < Number(columns.value);
}

function areaRows() {
  return Array.from({ length: Number(rows.value) }, (_, row) =>
    Array.from({ length: Number(columns.value) }, (_, column) =>
      painted.has(`${row},${column}`) ? "#" : ".",
    ).join(""),
  );
}

function readArea() {
  const drawn = areaField.value.trim().split("\n").map((row) => row.trim());
  painted = new Set();
  drawn.forEach((line, row) =>
    [...line].forEach((mark, column) => mark === "#" && painted.add(`${row},${column}`)),
  );
  const cells = [...painted].map((at) => at.split(",").map(Number));
  const reach = (axis) => Math.max(0, ...cells.map((cell) => cell[axis] + 1)) + SPARE;
  rows.value = Math.max(Number(rows.value), reach(0));
  columns.value = Math.max(Number(columns.value), reach(1));
}

// --- the pieces ---------------------------------------------------------------------------------

const countOf = (pick) => pick.querySelector("input");

async function drawPicker(codes) {
  const key = sets[setField.value]?.key;
  picker.replaceChildren();
  if (!key) return tell();
  try {
    const address = editor.dataset.picker.replace("KEY", key);
    const answer = await fetch(address, { redirect: "manual" });
    if (!answer.ok) throw new Error(String(answer.status));
    const pictures = await answer.text();
    // Another set may have been chosen meanwhile.
    if (key !== sets[setField.value]?.key) return;
    picker.innerHTML = pictures;
  } catch {
    verdict.prepend(paragraph(verdict.dataset.away, "error"));
    return;
  }
  for (const code of codes) {
    const pick = [...picker.children].find((one) => one.dataset.code === code);
    if (pick) setCount(pick, Number(countOf(pick).value) + 1);
  }
  tell();
}

function setCount(pick, count) {
  countOf(pick).value = count;
  pick.querySelector("button").setAttribute("aria-pressed", String(count > 0));
}

picker.addEventListener("click", (event) => {
  const pick = event.target.closest("button")?.closest(".pick");
  if (!pick) return;
  setCount(pick, Number(countOf(pick).value) > 0 ? 0 : 1);
  change();
});
picker.addEventListener("input", (event) => {
  const pick = event.target.closest(".pick");
  setCount(pick, Math.max(0, Math.min(400, Math.trunc(Number(event.target.value)) || 0)));
  change();
});

// Before the pictures are there, and without them, those of the form.
function chosenPieces() {
  if (!picker.childElementCount) return piecesOfTheForm();
  return [...picker.children].flatMap((pick) =>
    Array(Number(countOf(pick).value)).fill(pick.dataset.code),
  );
}

function piecesOfTheForm() {
  const text = piecesField.value.trim();
  if (!text.startsWith("[")) return text.split(/[\s,]+/).filter(Boolean);
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function suitLevels() {
  const solid = Boolean(sets[setField.value]?.solid);
  by("levels-box").hidden = !solid;
  if (!solid) levels.value = 1;
  else if (!painted.size && height() === 1) levels.value = 2;
}

setField.addEventListener("change", async () => {
  suitLevels();
  await drawPicker([]);
  change();
});

// --- what was drawn, told and sent --------------------------------------------------------------

function height() {
  return Number(levels.value);
}

function layersAsText() {
  const text = areaField.value.trim().replaceAll("\r", "");
  return text.split(/\n\s*\n/).map((layer) => layer.split("\n").map((row) => row.trim()));
}

function cellsDrawn() {
  return isText ? [...areaField.value].filter((mark) => mark === "#").length : painted.size * height();
}

function tell() {
  times.textContent = height() > 1 ? fill(times.dataset.words, { count: height() }) : "";
  const drawn = cellsDrawn();
  const needed = [...picker.children].reduce(
    (sum, pick) => sum + Number(pick.dataset.size) * Number(countOf(pick).value),
    0,
  );
  const words = drawn === needed && drawn ? balance.dataset.equal : balance.dataset.unequal;
  balance.textContent = fill(words, { drawn, needed });
  balance.dataset.equals = String(drawn === needed && drawn > 0);
}

let changes = 0;

function change() {
  changes += 1;
  if (!isText) {
    areaField.value = painted.size ? areaRows().join("\n") : "";
    heightField.value = height();
  }
  piecesField.value = JSON.stringify(chosenPieces());
  markAsStale();
  tell();
}

function markAsStale() {
  if (verdict.firstElementChild && !verdict.querySelector(".stale")) {
    verdict.prepend(paragraph(verdict.dataset.stale, "stale"));
  }
}

function paragraph(text, className) {
  const line = document.createElement("p");
  line.className = className;
  line.textContent = text;
  return line;
}

by("check").addEventListener("click", async (event) => {
  // Not "disabled", which would take the focus away from who works with keys.
  const button = event.currentTarget;
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  try {
    await check();
  } catch {
    verdict.replaceChildren(paragraph(verdict.dataset.away, "error"));
  } finally {
    button.ariaDisabled = null;
  }
});

async function check() {
  const asked = changes;
  const answer = await fetch(editor.dataset.jobs, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value,
    },
    body: JSON.stringify({
      piece_set: sets[setField.value]?.key ?? "",
      ...(isText ? { layers: layersAsText() } : { area: areaRows(), height: height() }),
      pieces: chosenPieces(),
    }),
  });
  const body = await answer.json();
  if (answer.status !== 202) {
    const lines = Object.values(body).flat(3).map(String);
    verdict.replaceChildren(...lines.map((text) => paragraph(text, "error")));
    if (changes > asked) markAsStale();
    return;
  }
  const there = body.existing && String(body.existing.id) !== editor.dataset.task;
  const link = document.createElement("a");
  if (there) {
    link.href = editor.dataset.taskPage.replace("/0/", `/${body.existing.id}/`);
    link.textContent = body.existing.name || `#${body.existing.id}`;
  }
  const holder = document.createElement("div");
  verdict.replaceChildren(holder);
  if (there) {
    const line = paragraph(`${verdict.dataset.existing} `, "existing");
    line.append(link);
    verdict.prepend(line);
  }
  if (changes > asked) markAsStale();
  const page = editor.dataset.jobPage.replace("00000000-0000-0000-0000-000000000000", body.id);
  window.htmx.ajax("GET", page, { target: holder, swap: "outerHTML settle:0ms" });
}

// --- start --------------------------------------------------------------------------------------

function hideRow(field) {
  const row = field.closest(".form-row");
  row.hidden = !row.querySelector(".errorlist");
  for (const part of row.querySelectorAll("label, .help, textarea, input")) part.hidden = true;
}

levels.value = heightField.value || 1;
hideRow(heightField);
hideRow(piecesField);
by("area-tools").hidden = grid.hidden = isText;
by("grid-as-text").hidden = !isText;
if (isText) {
  areaField.addEventListener("input", change);
} else {
  hideRow(areaField);
  if (areaField.value.trim()) readArea();
  drawGrid();
}
suitLevels();
editor.hidden = false;
drawPicker(piecesOfTheForm());
