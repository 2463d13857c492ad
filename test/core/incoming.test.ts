import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { incomingOfNode } from "../../core/src/http/incoming.ts";

it("a client that disconnected before its body was read does not block anything", async () => {
  const read = new Promise<unknown>((resolve) => {
    const server = createServer(async (message, response) => {
      const incoming = incomingOfNode(message, response, () => new Request("http://localhost"));
      message.on("error", () => {});
      await new Promise((left) => message.once("close", left));
      resolve(await incoming.read(1_000).catch((error: unknown) => error));
      expect(incoming.signal().aborted).toBe(true);
      server.close();
    }).listen(0, "127.0.0.1", () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => {
        socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
        setTimeout(() => socket.destroy(), 50);
      });
    });
  });
  expect(await read).toMatchObject({ code: "gateway.invalid_request" });
});
