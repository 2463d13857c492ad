/** `notes.show` as a tool of a gateway on LMDB. */
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import mcp from "@postern/mcp";
import lmdb from "@postern/storage-lmdb";
import { notes } from "./notes.ts";
import { notesPlugin } from "./notes-plugin.ts";
import { folder, leave, tellReady } from "./ready.ts";

const gateway = createGateway({ plugins: [notesPlugin(), mcp()], blobs: "memory", storage: lmdb({ path: folder }) });
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["notes:*"] });
for (const note of notes) await gateway.call("notes.put", { note });
const listening = await listen(gateway, { port: 0 });

const name = (word: string) => `io.modelcontextprotocol/${word}`;
const _meta = {
  [name("protocolVersion")]: "2026-07-28",
  [name("clientInfo")]: { name: "bench", version: "1.0.0" },
  [name("clientCapabilities")]: {},
};
const messages = notes.map(({ id }, at) =>
  JSON.stringify({
    ...{ jsonrpc: "2.0", id: at, method: "tools/call" },
    params: { name: "notes_show", arguments: { id }, _meta },
  }),
);

tellReady({ port: listening.port, token: key, target: "/mcp", bodies: leave("bodies", messages) }, async () => {
  await listening.close();
  await gateway.stop();
});
