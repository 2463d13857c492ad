/** `notes.show` as an operation of a gateway on LMDB. */
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import lmdb from "@postern/storage-lmdb";
import { counting } from "./counting.ts";
import { leaveBodies, notes, showPath } from "./notes.ts";
import { notesPlugin } from "./notes-plugin.ts";
import { folder, tellReady } from "./ready.ts";

const gateway = createGateway({
  plugins: [notesPlugin(), ...counting],
  blobs: "memory",
  storage: lmdb({ path: folder }),
});
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["notes:*"] });
for (const note of notes) await gateway.call("notes.put", { note });
const listening = await listen(gateway, { port: 0 });

tellReady({ port: listening.port, token: key, target: showPath, bodies: leaveBodies() }, async () => {
  await listening.close();
  await gateway.stop();
});
