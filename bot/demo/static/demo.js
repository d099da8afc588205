/* What the demo adds to SimCord's page. It speaks no words of its own, and leaves the page as it is where it does not
   find what it knows. It runs before the page's own script, which asks the server through `window.fetch`. */
"use strict";

(() => {
  const ask = window.fetch.bind(window);
  const find = (id) => document.getElementById(id);
  const app = find("preview-app");
  const timeline = find("channel-timeline");
  const list = find("channel-message-list");
  if (!app || !timeline || !list) return;

  const messages = () => [...list.querySelectorAll("[data-message-id]")];
  const idOf = (message) => BigInt(message?.dataset.messageId ?? 0);

  // ---------------------------------------------------------------- the same player in this tab, after a restart too

  const VIEWER = "bridgette-viewer";
  // Kept from leaving the page until coming back alone, so that a tab that is duplicated is the other player's.
  let returning = sessionStorage.getItem(VIEWER);
  sessionStorage.removeItem(VIEWER);
  let viewer = null;
  window.addEventListener("pagehide", () => { if (viewer) sessionStorage.setItem(VIEWER, viewer); });
  window.addEventListener("pageshow", () => sessionStorage.removeItem(VIEWER));

  let run = null;
  const lookForTheDemo = async () => {
    let found = null;
    try {
      const answer = await ask("/demo-run", { cache: "no-store" });
      if (answer.ok) found = await answer.text();
    } catch { /* it is being restarted */ }
    document.body.classList.toggle("demo-away", !found);
    run ??= found;
    if (found && found !== run) window.location.reload();
  };
  setInterval(lookForTheDemo, 1000);
  lookForTheDemo();

  window.fetch = async (path, options = {}) => {
    if (path === "/api/pages" && returning) {
      options = { ...options, body: JSON.stringify({ viewer_id: returning }) };
      returning = null;
    }
    if (path !== "/api/action") return ask(path, options);
    const newest = idOf(messages().at(-1));
    const answer = await ask(path, options);
    answer.clone().json().then((receipt) => follow(receipt, newest), () => {});
    return answer;
  };

  // ------------------------------------------------------------------ clicks while an act is in flight are sent, too

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button.component-button");
    // The page marks so the buttons whose clicks it would swallow now.
    if (!button || button.disabled || button.getAttribute("aria-disabled") !== "true") return;
    const target = /^message:(\d+):component:/.exec(button.dataset.controlKey ?? "");
    const shown = window.simcordPreview;
    if (!target || !shown?.contextId) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.fetch("/api/action", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Simcord-Capability": window.location.hash.slice(1),
        "X-Simcord-Context": shown.contextId,
      },
      body: JSON.stringify({
        protocol_version: shown.protocolVersion,
        kind: "click",
        control_key: button.dataset.controlKey,
        target_id: target[1],
        generation: shown.contextGeneration,
        bot_generation: shown.botGeneration,
        published_revision: shown.publishedRevision,
        request_id: crypto.randomUUID(),
        sequence: 1, // the server numbers acts in the order in which they come
      }),
    }).catch(() => {});
  }, true);

  // ---------------------------------------------------------------------- at the newest message, then after one's acts

  let followed = null;
  const follow = (receipt, newest) => {
    const answers = (receipt?.outcomes ?? []).filter((outcome) => outcome.messageId);
    if (!answers.length) return;
    followed = { revision: receipt.revision, id: answers.at(-1).messageId, newest };
    look();
  };

  /** Scroll that far, and stay there: the page keeps the place that it is told of by this event. */
  const scrollBy = (distance) => {
    timeline.scrollTop += distance;
    timeline.dispatchEvent(new Event("scroll"));
  };
  const toTheEnd = () => scrollBy(timeline.scrollHeight);

  /** Bring the message into view: all of it; where it is too tall its buttons, which are at its end, unless it is a page
      to be read: that has a title, or no buttons, and begins at its top. */
  const reveal = (message, isNew) => {
    const view = timeline.getBoundingClientRect();
    const box = message.getBoundingClientRect();
    const above = Math.min(box.top - view.top, 0);
    const below = Math.max(box.bottom - view.bottom, 0);
    if (box.height > view.height) {
      const seen = Math.min(box.bottom, view.bottom) - Math.max(box.top, view.top);
      if (!isNew && seen > view.height / 2) scrollBy(0); // one reads or plays in it
      else {
        const isPage = message.querySelector("h2") || !message.querySelector("button.component-button");
        scrollBy(isPage ? box.top - view.top : box.bottom - view.bottom);
      }
    } else if (message === messages().at(-1)) toTheEnd();
    else scrollBy(above || below);
  };

  const look = () => {
    const isDrawn = app.getAttribute("aria-busy") === "false";
    if (!followed && !isDrawn) return;
    const shown = window.simcordPreview;
    if (isDrawn && shown?.viewerId && shown.viewerId !== viewer) {
      viewer = shown.viewerId;
      nameTools();
      toTheEnd();
    }
    if (!followed || !(shown?.publishedRevision >= followed.revision)) return;
    const last = messages().at(-1);
    let message = messages().find((one) => one.dataset.messageId === followed.id);
    // What changes for all, as a challenge that is taken up, is followed to what was posted for it.
    if (message && !message.querySelector(".message-ephemeral-note") && idOf(last) > followed.newest) message = last;
    if (message) reveal(message, idOf(message) > followed.newest);
    if (isDrawn) followed = null;
  };
  new MutationObserver(look).observe(app, { attributeFilter: ["aria-busy"], childList: true, subtree: true });

  // -------------------------------------------------------------------- the developer's toolbar, out of a phone's way

  const tools = document.createElement("button");
  tools.id = "demo-tools";
  tools.type = "button";
  tools.setAttribute("aria-controls", "toolbar");
  tools.setAttribute("aria-expanded", "false");
  tools.addEventListener("click", () => {
    tools.setAttribute("aria-expanded", String(document.body.classList.toggle("demo-tools-open")));
  });
  document.querySelector(".channel-header")?.append(tools);
  const nameTools = () => {
    const picker = find("viewer-picker");
    const name = picker?.selectedOptions?.[0]?.textContent ?? "";
    tools.textContent = name;
    tools.setAttribute("aria-label", `${picker?.getAttribute("aria-label") ?? ""} ${name}`.trim());
  };

  // -------------------------------------------------------- Enter sends a command that lacks nothing, as on Discord

  let isChoosing = false; // an option, by the arrow keys
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.("[data-command-chip]")) return;
    if (event.key === "Enter" && !isChoosing && window.simcordPreview?.commandPicker?.draft?.submittable) {
      event.preventDefault();
      event.stopImmediatePropagation();
      find("channel-composer").requestSubmit();
    }
    isChoosing = event.key.startsWith("Arrow");
  }, true);
})();
