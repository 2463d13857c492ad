import { useSession } from "../../session/session.ts";

/** Ids of authors allow few characters. The command line writes the others in the same way, as `~` and hexadecimal digits. */
const ALLOWED = /[A-Za-z0-9._-]/;

/** `Jörg Müller` as `J~C3~B6rg~20M~C3~BCller`. Ids stay as they are. */
export function actorIdOf(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(name)) return name;
  const id = [...name].map((character) => (ALLOWED.test(character) ? character : escaped(character))).join("");
  return /^[A-Za-z0-9]/.test(id) ? id : `u~${id}`;
}

/** The name in the id of an author, or the id itself. */
export function nameOf(id: string): string {
  if (!id.includes("~")) return id;
  try {
    const name = decodeURIComponent(id.replace(/^u~(?=[~._-])/, "").replaceAll("~", "%"));
    return actorIdOf(name) === id ? name : id;
  } catch {
    return id;
  }
}

const escaped = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");

/** The author of the messages that this person sends. */
export function useOwnActorId(): string {
  const { label, contextId } = useSession();
  return actorIdOf(label === "" ? contextId : label);
}
