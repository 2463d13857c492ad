import chats from "@postern/chats";
import context from "@postern/context";
import { listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { open, problem } from "../listen/wire.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const KILOBYTE = 1024;

describe("bodies in progress", () => {
  async function served() {
    const plugins = [chats(), context()];
    const { gateway, admin, client, stop } = await testGateway({ plugins, limits: { bodies: 100 * KILOBYTE } });
    const door = await listen(gateway, { port: 0 });
    ends.push(stop, () => door.close({ grace: 0 }));
    const call = (length: string, body: string, key = admin.key) => {
      const head = [
        "POST /api/v1/chats/create HTTP/1.1",
        `Host: 127.0.0.1:${door.port}`,
        `Authorization: Bearer ${key}`,
      ];
      const lines = [...head, "Content-Type: application/json", length, "", ""];
      return open(door.port, lines.join("\r\n") + body);
    };
    return { call, client };
  }
  const padded = (bytes: number) => `{"title":"x"}`.padEnd(bytes);
  const lengthOf = (bytes: number) => `Content-Length: ${bytes}`;

  it("are limited: one too many is refused before it is read, and accepted later", async () => {
    const { call } = await served();
    const size = 90 * KILOBYTE;
    const first = call(lengthOf(size), padded(size).slice(0, KILOBYTE));
    await first.connected;
    const small = call(lengthOf(13), padded(13));
    expect(problem(await small.until("disposition")).status).toBe(200);

    let refused = problem("");
    const second = async () => {
      refused = problem(await call(lengthOf(size), padded(size)).until("}"));
      return refused.status;
    };
    await expect.poll(second).toBe(503);
    expect(refused).toMatchObject({
      status: 503,
      code: "gateway.unavailable",
      detail: expect.stringMatching(/Too many large bodies/),
    });
    expect(refused.headers["retry-after"]).toBe("1");
    const unknown = call("Transfer-Encoding: chunked", "");
    expect(problem(await unknown.until("}")).status).toBe(503);

    first.socket.write(padded(size).slice(KILOBYTE));
    expect(problem(await first.until("disposition")).status).toBe(200);
    const third = call(lengthOf(size), padded(size));
    expect(problem(await third.until("disposition")).status).toBe(200);
  });

  it("of one principal take half of the room with any number of keys, and leave some for administrators", async () => {
    const { call, client } = await served();
    const person = await client(["context:write", "chats:write"]);
    const derived = { label: "x", scopes: ["chats:write"] };
    const { key } = (await person.post("context.derive", derived)).body;
    const size = 30 * KILOBYTE;
    const held = call(lengthOf(size), padded(KILOBYTE), person.key);
    await held.connected;
    const status = async (who: string) => problem(await call(lengthOf(size), padded(size), who).until("}")).status;
    await expect.poll(() => status(key)).toBe(503);
    const other = await client(["chats:write"]);
    expect(await status(other.key)).toBe(200);
    const slow = call(lengthOf(40 * KILOBYTE), padded(KILOBYTE), (await client(["chats:write"])).key);
    await slow.connected;
    await expect.poll(() => status(other.key)).toBe(503);
    expect(problem(await call(lengthOf(size), padded(size)).until("}")).status).toBe(200);
  });

  it("release their room if the client disconnects", async () => {
    const { call } = await served();
    const size = 90 * KILOBYTE;
    const gone = call(lengthOf(size), padded(KILOBYTE));
    await gone.connected;
    const other = async () => problem(await call(lengthOf(size), padded(size)).until("}")).status;
    await expect.poll(other).toBe(503);
    gone.socket.destroy();
    await expect.poll(other).toBe(200);
  });

  it("may exceed the limit if there is only one", async () => {
    const { call } = await served();
    const size = 200 * KILOBYTE;
    expect(problem(await call(lengthOf(size), padded(size)).until("disposition")).status).toBe(200);
  });
});
