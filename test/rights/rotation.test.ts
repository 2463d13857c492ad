import consolePlugin from "@postern/console";
import context from "@postern/context";
import { type Client, createClient, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { describe, expect, it, onTestFinished } from "vitest";

async function opened(config: Parameters<typeof events>[0] = {}) {
  const test = await testGateway({ plugins: [context(), events(config), consolePlugin()] });
  onTestFinished(test.stop);
  const session = async (ticket: string) => {
    const response = await test.gateway.fetch(
      new Request("http://localhost/console/session", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ticket }),
      }),
    );
    return response.status;
  };
  /** Opens a stream. Its end is the reason, or undefined while it is open. */
  async function stream(client: Client, query = "") {
    const ends = new AbortController();
    onTestFinished(() => ends.abort());
    const request = new Request(`http://localhost/api/v1/events/stream${query}`, {
      headers: { authorization: `Bearer ${client.key}` },
      signal: ends.signal,
    });
    const response = await test.gateway.fetch(request);
    const state: { ended?: string } = {};
    const reader = response.body?.getReader();
    void (async () => {
      try {
        while (!(await reader?.read())?.done);
        state.ended = "end";
      } catch (error) {
        state.ended = String(error);
      }
    })();
    return { status: response.status, state, close: () => reader?.cancel() };
  }
  return { ...test, session, stream };
}

describe("a rotated key", () => {
  it("leaves no ticket that signs in or opens a stream, with a grace period neither", async () => {
    for (const grace of ["0", "60"]) {
      const { admin, client, session, gateway } = await opened();
      const person = await client(["context:write", "events:read"]);
      const { ticket } = (await person.post("console.ticket")).body;
      const other = (await person.post("events.ticket")).body.ticket;
      await admin.post("context.rotate", { id: person.contextId, grace });
      expect([grace, await session(ticket)]).toEqual([grace, 401]);
      const opening = new Request(`http://localhost/api/v1/events/stream?ticket=${other}`);
      expect([grace, (await gateway.fetch(opening)).status]).toEqual([grace, 401]);
    }
  });

  it("still signs in with a ticket of the new key", async () => {
    const { admin, client, session, gateway, advance } = await opened();
    const person = await client(["context:write"]);
    const { key } = (await admin.post("context.rotate", { id: person.contextId })).body;
    await advance(1);
    const { ticket } = (await createClient(gateway.fetch, key).post("console.ticket")).body;
    expect(await session(ticket)).toBe(200);
  });

  it("ends the streams that it opened, after its grace period", async () => {
    const { admin, client, stream, advance } = await opened();
    const person = await client(["events:read"]);
    const first = await stream(person);
    await admin.post("context.rotate", { id: person.contextId, grace: "60" });
    const second = await stream(person);
    await admin.post("context.derive", { label: "x", scopes: ["context:read"] });
    expect([first.state.ended, second.state.ended]).toEqual([undefined, undefined]);
    await advance(61_000);
    await expect.poll(() => first.state.ended, { timeout: 10_000 }).toContain("rotated");
    await expect.poll(() => second.state.ended, { timeout: 10_000 }).toContain("rotated");
  });
});

describe("open streams", () => {
  it("of one person or agent leave some for others, and those of others some for administrators", async () => {
    const { admin, client, stream } = await opened({ streams: "10", streamsPerKey: "10" });
    const parent = await client(["context:write", "events:read"]);
    const open: Awaited<ReturnType<typeof stream>>[] = [];
    onTestFinished(async () => {
      for (const one of open) await one.close();
    });
    const from = async (who: Client) => {
      const one = await stream(who);
      open.push(one);
      return one.status;
    };
    const derived = async () => {
      const { body } = await parent.post("context.derive", { label: "x", scopes: ["events:read"] });
      return { ...parent, key: body.key };
    };
    for (let n = 0; n < 5; n++) expect([n, await from(await derived())]).toEqual([n, 200]);
    expect(await from(await derived())).toBe(503);
    expect(await from(parent)).toBe(503);
    const other = await client(["events:read"]);
    for (let n = 0; n < 4; n++) expect([n, await from(other)]).toEqual([n, 200]);
    expect(await from(await client(["events:read"]))).toBe(503);
    expect(await from(admin)).toBe(200);
  });
});
