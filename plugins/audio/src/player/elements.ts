/// <reference lib="dom" />
const part = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

/** Elements of the page. */
export const elements = {
  status: part("status"),
  enter: part<HTMLFormElement>("enter"),
  key: part<HTMLInputElement>("key"),
  client: part<HTMLInputElement>("client"),
  room: part("room"),
  now: part("now"),
  text: part("text"),
  audio: part<HTMLAudioElement>("audio"),
  skip: part<HTMLButtonElement>("skip"),
  list: part("list"),
  leave: part<HTMLButtonElement>("leave"),
};

/** Updates the status line, which screen readers announce. */
export const setStatus = (text: string): void => {
  elements.status.textContent = text;
};
