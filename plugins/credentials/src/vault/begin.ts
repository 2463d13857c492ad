import { BackendTrouble } from "../backends/backend.ts";
import { type Head, writeFirstHead } from "./head.ts";
import { createInstallation, MISSING, type Room } from "./room.ts";

/** Makes the first head, and the key that it names. */
export async function begin(room: Room): Promise<Head> {
  if ((await room.files()).length > 0) throw new BackendTrouble(MISSING);
  const head = await room.freshHead(createInstallation());
  if (await writeFirstHead(room.folder, head)) return head;
  // Another process was first: its key counts, and ours was never used.
  for (const place of room.places) await place.remove(head.installation, head.key).catch(() => {});
  return room.head();
}
