/// <reference lib="dom" />
import { elements } from "./elements.ts";
import type { Waiting } from "./waiting.ts";

/** Shows waiting requests. `play` is called with the id of a request whose button is pressed. */
export function showRows(waiting: readonly Waiting[], play: (id: string) => void): void {
  const focused = (document.activeElement as HTMLElement | null)?.dataset.id;
  const { list } = elements;
  list.replaceChildren(...waiting.map((one) => rowOf(one, play)));
  // The buttons are replaced, so the focus must be restored.
  if (focused !== undefined) list.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

function rowOf({ id, state, createdAt, playback }: Waiting, play: (id: string) => void): HTMLElement {
  const row = document.createElement("li");
  const label = document.createElement("span");
  const at = new Date(createdAt).toLocaleTimeString();
  label.textContent = `${at} – ${state !== "ready" ? "generating" : playback.autoplay ? "ready" : "ready, not automatic"}`;
  row.append(label);
  if (state !== "ready") return row;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = id;
  button.textContent = "Play";
  button.setAttribute("aria-label", `Play the request from ${at}`);
  button.onclick = () => play(id);
  row.append(button);
  return row;
}
