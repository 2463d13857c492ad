import { open } from "lmdb";
import { digestOf, newKey } from "./keys.ts";
import { leave } from "./ready.ts";

/** The query that is measured: `notes.show`, one record by its id. */
export const showPath = "/api/v1/notes/show";
export const showScope = "notes:read";
export const showInput = {
  type: "object",
  additionalProperties: false,
  required: ["id"],
  properties: { id: { type: "string", pattern: "^note_[0-9a-f]{24}$" } },
};

export interface Note {
  id: string;
  title: string;
  text: string;
  tags: string[];
  createdAt: number;
  updatedAt: number;
  revision: number;
}

/** A thousand records of half a kilobyte. */
export const notes: Note[] = Array.from({ length: 1000 }, (_, n) => ({
  id: `note_${n.toString(16).padStart(24, "0")}`,
  title: `Note ${n}`,
  text: "The quick brown fox jumps over. ".repeat(10),
  tags: ["first", "second", `tag-${n % 10}`],
  createdAt: 1_770_000_000_000 + n,
  updatedAt: 1_770_000_000_000 + n,
  revision: 1,
}));

/** The bodies of requests for them, in a file for the load. */
export const leaveBodies = () =>
  leave(
    "bodies",
    notes.map(({ id }) => JSON.stringify({ id })),
  );

interface Key {
  id: string;
  scopes: string[];
  expiresAt?: number;
  revokedAt?: number;
}

/** The notes and one key in LMDB as JSON text, and how a server by hand looks into it: nothing is cached, so a revoked key ends at once. */
export function openNotes(path: string) {
  const store = open<string, string>({ path, encoding: "string" });
  const token = newKey();
  const key: Key = { id: "ctx_bench", scopes: ["notes:*"] };
  store.putSync(`key ${digestOf(token)}`, JSON.stringify(key));
  for (const note of notes) store.putSync(`note ${note.id}`, JSON.stringify(note));
  return {
    token,
    admit(token: string): Key | undefined {
      const text = store.get(`key ${digestOf(token)}`);
      const held = text === undefined ? undefined : (JSON.parse(text) as Key);
      if (!held || held.revokedAt !== undefined || (held.expiresAt !== undefined && held.expiresAt <= Date.now()))
        return undefined;
      return held;
    },
    show(id: string): Note | undefined {
      const text = store.get(`note ${id}`);
      return text === undefined ? undefined : (JSON.parse(text) as Note);
    },
    close: () => store.close(),
  };
}
