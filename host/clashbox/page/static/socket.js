// The line to the laptop: what it says goes to listeners by kind; when it is cut it is tried again.
import { lang } from "./words.js";

const listeners = {};
const last = {};
let socket = null;
let wait = 250;

/** Calls `heard` with the newest of that kind now, if there is one, and whenever there is something newer. */
export function on(kind, heard) {
  (listeners[kind] ||= new Set()).add(heard);
  if (kind in last) heard(last[kind]);
  return () => listeners[kind].delete(heard);
}

function tell(kind, value) {
  last[kind] = value;
  for (const heard of listeners[kind] || []) heard(value);
}

/** Says something to the laptop; dropped where the line is cut. */
export function say(what) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

/** The game as it stands: lines of its list arrive only where they changed, and are put together here. */
function whole(news) {
  if (!news) return null;
  const before = last.game && last.game.id === news.id ? last.game.list : [];
  const list = before.slice(0, news.count);
  for (const [at, row] of news.rows) list[at] = row;
  return { ...news, list };
}

export function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/socket?lang=${lang}`);
  socket.onopen = () => { wait = 250; delete last.game; tell("line", true); };
  socket.onmessage = (event) => {
    for (const [kind, value] of Object.entries(JSON.parse(event.data))) tell(kind, kind === "game" ? whole(value) : value);
  };
  socket.onclose = () => {
    tell("line", false);
    setTimeout(connect, wait);
    wait = Math.min(3000, wait * 2);
  };
}
