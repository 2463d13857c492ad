import context from "@postern/context";
import { createClient } from "@postern/core/testing";
import events from "@postern/events";
import { expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { serveMcp } from "./served.ts";

/** Ten places, of which a tenth is kept for administrators. */
const PLACES = { streams: "10", streamsPerKey: "10", waits: "10", waitsPerKey: "10" };

async function served() {
  const fixture = await serveMcp({ plugins: [notesPlugin(), context(), events()], config: PLACES });
  onTestFinished(fixture.close);
  const person = await fixture.client(["events:read", "notes:read", "context:write"]);
  const { body } = await person.post("context.derive", { label: "below", scopes: ["events:read", "notes:read"] });
  const below = createClient(fixture.gateway.fetch, body.key, body.context.id);
  const other = await fixture.client(["events:read", "notes:read"]);
  const send = (key: string, message: { method: string; params: object }, name?: string) =>
    fixture.send(
      { jsonrpc: "2.0", id: 1, ...message },
      {
        ...{ authorization: `Bearer ${key}`, "mcp-protocol-version": "2026-07-28", "mcp-method": message.method },
        ...(name !== undefined && { "mcp-name": name }),
      },
    );
  return { ...fixture, person, below, other, send };
}
type Fixture = Awaited<ReturnType<typeof served>>;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
};

/** Opens a stream of changes, and answers the status. */
const stream = async ({ send }: Fixture, key: string) => {
  const params = { notifications: { toolsListChanged: true }, _meta: META };
  return (await send(key, { method: "subscriptions/listen", params })).status;
};

it("streams of changes are shared between principals, with a reserve for administrators", async () => {
  const fixture = await served();
  const { person, below, other, admin } = fixture;
  const statuses: number[] = [];
  for (const { key } of [person, below, person, below, person, below, person])
    statuses.push(await stream(fixture, key));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 503, 503]);
  const more: number[] = [];
  for (const { key } of [other, other, other, other, other, admin, admin]) more.push(await stream(fixture, key));
  expect(more).toEqual([200, 200, 200, 200, 503, 200, 503]);
});

it("calls that wait for events are shared likewise", async () => {
  const fixture = await served();
  const { person, below, other, admin, connect, send } = fixture;
  /** Whether one more could wait. One that does not wait is counted too, and ends at once. */
  const mayWait = async (key: string) => {
    const client = await connect({ key });
    const given = { types: ["none.*"], seconds: 0 };
    return (await client.callTool({ name: "events_wait", arguments: given })).isError !== true;
  };
  const wait = (key: string) => {
    const params = { name: "events_wait", arguments: { types: ["none.*"] }, _meta: META };
    void send(key, { method: "tools/call", params }, "events_wait").catch(() => {});
  };
  for (const { key } of [person, below, person, below, person]) wait(key);
  for (const { key } of [person, below]) await expect.poll(() => mayWait(key)).toBe(false);
  expect(await mayWait(other.key)).toBe(true);
  for (const { key } of [other, other, other, other]) wait(key);
  await expect.poll(() => mayWait(other.key)).toBe(false);
  expect(await mayWait(admin.key)).toBe(true);
});
