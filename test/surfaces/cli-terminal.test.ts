import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { newUser } from "./postern.ts";

/** Terminal control characters: C1 controls and marks that change the direction of text. */
const COMMANDS = "\u009b31mred\u009b0m\u0085\u202eevil\u2066";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** A server with a fixed response. */
async function answering(status: number, body: string, type = "application/json") {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(status, { "content-type": type }).end(body);
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe("the output of a command", () => {
  it.each([["--json"], []])("contains no terminal control characters from records (%s)", async (...flags) => {
    const user = newUser();
    await user.run("init");
    const result = await user.run("chats", "create", "--title", COMMANDS, ...flags);
    expect(result.code).toBe(0);
    expect(result.out).not.toMatch(RAW);
    const { chats } = await user.json("chats", "list");
    expect(chats[0].title).toBe(COMMANDS);
  });

  it.each([
    ["an error of a gateway", 404, JSON.stringify({ title: COMMANDS, detail: COMMANDS })],
    ["a response of another server", 502, COMMANDS],
  ])("contains no terminal control characters from %s", async (_, status, body) => {
    const user = newUser();
    const { url } = await answering(status, body);
    for (const flags of [["--json"], []]) {
      const result = await user.runWith({ POSTERN_TOKEN: "x", POSTERN_URL: url }, "", "chats", "list", ...flags);
      expect(result.out + result.err).not.toMatch(RAW);
    }
  });

  it("contains no terminal control characters from an argument or a configuration", async () => {
    const user = newUser();
    const results = [await user.run(`chats${COMMANDS}`), await user.run("chats", "list", `--${COMMANDS}`)];
    user.configure({ [COMMANDS]: 1 });
    results.push(await user.run("chats", "list"));
    for (const { code, out, err } of results) {
      expect(code).toBe(2);
      expect(out + err).not.toMatch(RAW);
    }
  });
});

describe("the saved key", () => {
  it("is not sent to an address in a configuration file in the current folder", async () => {
    const user = newUser();
    await user.run("init");
    const { url, seen } = await answering(200, "{}");
    user.configure({ gateway: url });
    const { code, err } = await user.run("chats", "list");
    expect([code, seen]).toEqual([4, []]);
    expect(err).toContain(url);
    await user.run("events", "stream");
    expect(seen).toEqual([]);
  });

  it("is sent to the gateway that serves its folder, even if a configuration file names it", async () => {
    const user = newUser();
    await user.run("init");
    const { url } = await user.serve();
    user.configure({ gateway: url });
    expect((await user.run("chats", "list")).code).toBe(0);
  });

  it("is sent to another address of this machine if the caller names it", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    const { url, seen } = await answering(200, "{}");
    await user.run("chats", "list", "--gateway", url);
    await user.runWith({ POSTERN_URL: url }, "", "chats", "list");
    expect(seen).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  });
});
