/**
 * Names of people as ids: what the pattern of an id does not allow is written as `~` and the two hexadecimal digits of
 * each UTF-8 byte, so that the name can be shown again. An id may not begin with `~`, so `u~` precedes it.
 */
const ALLOWED = /[A-Za-z0-9._-]/;

/** `Jörg Müller` as `J~C3~B6rg~20M~C3~BCller`. Ids stay as they are. */
export function actorId(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(name)) return name;
  const encoded = [...name].map((character) => (ALLOWED.test(character) ? character : escaped(character))).join("");
  return /^[A-Za-z0-9]/.test(encoded) ? encoded : `u~${encoded}`;
}

/** The name in an id, or the id itself if it was not made from a name. */
export function actorName(id: string): string {
  if (!id.includes("~")) return id;
  try {
    const name = decodeURIComponent(id.replace(/^u~(?=[~._-])/, "").replaceAll("~", "%"));
    return actorId(name) === id ? name : id;
  } catch {
    return id;
  }
}

const escaped = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
