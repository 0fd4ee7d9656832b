"use strict";
// The address of the websocket follows the page's, so that any proxy and prefix works.
const socket = new URL("ws", location.href);
socket.protocol = location.protocol === "https:" ? "wss:" : "ws:";
socket.search = socket.hash = "";
document.getElementById("terminal").dataset.sessionWebsocketUrl = socket.href;
