/// <reference lib="dom" />
const STORAGE_KEY = "postern.audio.client";

/** The client name is not a secret and is kept in local storage if the browser allows it. */
export function readName(): string {
  const made = `player-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
  try {
    return localStorage.getItem(STORAGE_KEY) ?? made;
  } catch {
    return made;
  }
}

export function writeName(name: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, name);
  } catch {}
}
