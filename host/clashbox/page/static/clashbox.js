// The page's own part: draws the device's screen, sends key moves, lists events. Texts go in as text, never as markup.
(() => {
  "use strict";
  const BY_CODE = {
    ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
    Enter: "a", NumpadEnter: "a", KeyX: "a", Backspace: "b", KeyZ: "b",
  };
  const LIT = [190, 225, 255], DARK = [5, 8, 12];
  const held = new Set();
  const $ = (id) => document.getElementById(id);
  let picture = null;

  function move(source, key, down) {
    const name = source + key;
    if (held.has(name) === down) return;
    if (down) held.add(name); else held.delete(name);
    const any = [...held].some((one) => one.endsWith(":" + key));
    const button = document.querySelector(`[data-key="${key}"]`);
    if (button) button.classList.toggle("cb-pushed", any);
    if (any === down) emitEvent("clashbox_key", { key, down });
  }
  function releaseAll() {
    for (const name of [...held]) move(name.slice(0, name.indexOf(":") + 1), name.slice(name.indexOf(":") + 1), false);
  }

  function fit() {
    // Whole device pixels for each pixel of the display, so that it stays crisp on every density.
    const canvas = $("cb-screen");
    if (!canvas) return;
    const dpr = window.devicePixelRatio || 1;
    const style = getComputedStyle(canvas.parentElement);
    const room = canvas.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const scale = Math.max(1, Math.floor((room * dpr) / 128));
    canvas.style.width = `${(scale * 128) / dpr}px`;
    canvas.style.height = `${(scale * 64) / dpr}px`;
  }

  function draw() {
    const canvas = $("cb-screen");
    if (!canvas || !picture) return;
    const context = canvas.getContext("2d");
    const image = context.createImageData(128, 64);
    const bytes = atob(picture.bits);
    for (let i = 0; i < 128 * 64; i++) {
      const on = picture.lit && (bytes.charCodeAt(i >> 3) >> (7 - (i & 7))) & 1;
      const color = on ? LIT : DARK;
      const light = on ? 0.7 + 0.3 * (picture.contrast / 255) : 1;
      for (let c = 0; c < 3; c++) image.data[4 * i + c] = color[c] * light;
      image.data[4 * i + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }

  function element(tag, name, text) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function clock(seconds) {
    if (seconds === null) return "";
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    return (hours ? hours + ":" : "") + two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
  }

  function row(data) {
    const line = element("li", data.undone ? "cb-undone" : "");
    line.append(element("span", "cb-n", data.number), element("span", "cb-t", clock(data.seconds)), element("span", "cb-s", data.text));
    for (const [rule, level, text] of data.findings) {
      const finding = element("div", "cb-f cb-" + level);
      finding.append(element("b", "", rule), text);
      line.append(finding);
    }
    return line;
  }

  const clashbox = {
    screen(news) { picture = news; draw(); },
    game(news) {
      const list = $("cb-events");
      if (!list) return;
      const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
      while (list.children.length > news.count) list.lastChild.remove();
      for (const [at, data] of news.rows) {
        if (at < list.children.length) list.children[at].replaceWith(row(data));
        else list.append(row(data));
      }
      if (atEnd) list.scrollTop = list.scrollHeight;
      $("cb-title").textContent = news.title;
      $("cb-count").textContent = news.count ? news.count : "";
      $("cb-port").textContent = news.port;
      $("cb-trouble").textContent = news.trouble;
      $("cb-trouble").hidden = !news.trouble;
      $("cb-standings").replaceChildren(...news.standings.map((player) => {
        const one = element("li", (player.turn ? "cb-turn " : "") + (player.won ? "cb-won" : ""));
        one.append(element("span", "", player.name), element("b", "", player.points));
        return one;
      }));
    },
  };
  window.clashbox = clashbox;

  function keyOf(event) {
    const at = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    return at ? at.dataset.key : null;
  }
  document.addEventListener("pointerdown", (event) => {
    const key = keyOf(event);
    if (!key || event.button) return;
    event.preventDefault();
    event.target.closest("[data-key]").setPointerCapture(event.pointerId);
    move(`p${event.pointerId}:`, key, true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    document.addEventListener(end, (event) => {
      for (const name of [...held]) {
        if (name.startsWith(`p${event.pointerId}:`)) move(`p${event.pointerId}:`, name.split(":")[1], false);
      }
    });
  }
  document.addEventListener("contextmenu", (event) => { if (keyOf(event)) event.preventDefault(); });
  document.addEventListener("keydown", (event) => {
    const key = BY_CODE[event.code];
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) move(`k${event.code}:`, key, true);
  });
  document.addEventListener("keyup", (event) => {
    const key = BY_CODE[event.code];
    if (key) move(`k${event.code}:`, key, false);
  });
  window.addEventListener("blur", releaseAll);
  document.addEventListener("visibilitychange", () => { if (document.hidden) releaseAll(); });
  window.addEventListener("resize", () => { fit(); draw(); });
  new MutationObserver(() => { if ($("cb-screen") && !$("cb-screen").style.width) { fit(); draw(); } })
    .observe(document.documentElement, { childList: true, subtree: true });
})();
