import { type Head, writeFirstHead } from "./head.ts";
import { createInstallation, type Room } from "./room.ts";

/** The head; where there is no vault yet, the first one is made, and the key that it names. */
export async function begin(room: Room): Promise<Head> {
  const found = await room.headIfAny();
  if (found) return found;
  const head = await room.freshHead(createInstallation());
  if (await writeFirstHead(room.folder, head)) return head;
  // Another process was first: its key counts, and ours was never used.
  for (const place of room.places) await place.remove(head.installation, head.key).catch(() => {});
  return room.head();
}
