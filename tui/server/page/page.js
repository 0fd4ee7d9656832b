"use strict";
// The address of the websocket follows the page's, so that any proxy and prefix works.
const socket = new URL("ws", location.href);
socket.protocol = location.protocol === "https:" ? "wss:" : "ws:";
socket.search = socket.hash = "";
document.getElementById("terminal").dataset.sessionWebsocketUrl = socket.href;
// Keys go to the terminal from its first byte on, without a click.
new MutationObserver((_changes, observer) => {
  const line = document.querySelector(".xterm-helper-textarea");
  if (line && document.body.classList.contains("-first-byte")) {
    line.focus();
    observer.disconnect();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
