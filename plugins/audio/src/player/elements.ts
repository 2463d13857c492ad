/// <reference lib="dom" />
const part = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

/** The parts of the page. */
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

/** Tells it whoever looks, and whoever listens to a screen reader. */
export const say = (text: string): void => {
  elements.status.textContent = text;
};
