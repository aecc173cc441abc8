// Draws what the companion tells; asks for nothing but the language, and follows by events or, failing that, by asking.
"use strict";
const asked = new URLSearchParams(location.search);
const query = asked.has("lang") ? "?lang=" + encodeURIComponent(asked.get("lang")) : "";
if (asked.has("overlay")) document.documentElement.classList.add("overlay");
const RED = new Set(["8", "10"]);
const at = (id) => document.getElementById(id);

function part(kind, text, parent) {
  const node = document.createElement(kind === "number" ? "span" : "div");
  node.className = kind;
  node.textContent = text;
  parent.append(node);
  return node;
}

function draw(board) {
  document.documentElement.lang = board.language;
  const verdict = board.verdict, claim = board.claim;
  at("headline").textContent = verdict.word || board.headline;
  at("headline").className = !verdict.word || verdict.lie === null ? "" : verdict.lie ? "lie" : "true";
  at("label").textContent = claim ? claim.label : "";
  at("dice").replaceChildren();
  for (const letter of claim ? claim.dice : verdict.dice) {
    if (RED.has(part("die", letter, at("dice")).textContent)) at("dice").lastChild.classList.add("red");
  }
  at("sentence").textContent = verdict.sentence;
  at("frozen").textContent = board.frozen;
  const players = at("players");
  players.className = board.players.length > 5 ? "two" : "";
  players.replaceChildren();
  for (const player of board.players) {
    const line = part("player", "", players);
    if (player.turn) line.classList.add("turn");
    if (player.out && !player.won) line.classList.add("out");
    if (player.took_point) line.classList.add("point");
    part("sign", player.turn ? "▶" : player.won ? "♛" : player.sign, line).style.color = player.colour;
    part("name", player.name, line);
    part("score", player.place || player.score, line);
    part("number", player.number, line);
  }
}

let stream = null;
async function ask() {
  try {
    draw(await (await fetch("board.json" + query)).json());
    at("lost").hidden = true;
  } catch {
    at("lost").hidden = false;
  }
}
function follow() {
  stream = new EventSource("events" + query);
  stream.onmessage = (event) => { at("lost").hidden = true; draw(JSON.parse(event.data)); };
  stream.onerror = () => {
    at("lost").hidden = false;
    if (stream.readyState === EventSource.CLOSED) { ask(); setTimeout(follow, 3000); }
  };
}
follow();
