import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createEar, type Platform } from "./platform.ts";

/** Lines of JSON over a socket of this machine: what Postern itself takes, without a platform. */
export async function openSocket(): Promise<Platform> {
  const ear = createEar();
  let client: Socket | undefined;
  let ids = 0;
  const server = createServer((socket) => {
    client = socket;
    socket.setNoDelay(true).on("error", () => {});
    createInterface({ input: socket })
      .on("line", (line) => {
        const { n, what } = JSON.parse(line) as { n?: number; what: string };
        if (what === "send") ear.hear();
        if (n !== undefined) socket.write(`${JSON.stringify({ n, id: `out-${++ids}` })}\n`);
      })
      .on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    adapter: { kind: "loop", config: { port: (server.address() as AddressInfo).port } },
    say(place, text) {
      const event = {
        type: "message",
        id: `in-${++ids}`,
        place: { id: `#p${place}`, kind: "room" },
        sender: { id: "ann" },
        text,
      };
      client?.write(`${JSON.stringify({ e: ids, event })}\n`);
    },
    hearing: ear.hearing,
    async close() {
      client?.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
