/// <reference lib="dom" />
const PLACE = "postern.audio.client";

/** The name of this client, which is no secret, is kept where the browser allows it. */
export function readName(): string {
  const made = `player-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
  try {
    return localStorage.getItem(PLACE) ?? made;
  } catch {
    return made;
  }
}

export function writeName(name: string): void {
  try {
    localStorage.setItem(PLACE, name);
  } catch {}
}
