import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import agents from "@postern/agents";
import agentx from "@postern/agentx";
import audio from "@postern/audio";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import chats from "@postern/chats";
import context from "@postern/context";
import type { Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import events from "@postern/events";
import hooks from "@postern/hooks";
import projects from "@postern/projects";
import prox from "@postern/prox";
import tasks from "@postern/tasks";
import widgets from "@postern/widgets";
import { describe, expect, it, onTestFinished } from "vitest";

const url = "http://127.0.0.1:9/ada";

async function openFixture() {
  const folder = mkdtempSync(join(tmpdir(), "postern-visible-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const plugins: Plugin[] = [
    agents(),
    agentx(),
    audio(),
    bases(),
    calendars({ allowPrivate: true }),
    channels({ role: "gateway", allowPrivate: true }),
    irc(),
    chats(),
    context(),
    credentials({ backend: "vault", vault }),
    events(),
    hooks({ hooksPrivate: true }),
    projects(),
    prox(),
    tasks(),
    widgets(),
  ];
  const fixture = await testGateway({ plugins });
  onTestFinished(() => fixture.stop());
  const all = fixture.gateway.manifest.groups.map(({ name }) => `${name}:*`);
  return { ...fixture, everyGroup: all.filter((one) => one !== "service:*") };
}

async function did(client: Client, id: string, body: object = {}) {
  const reply = await client.post(id, { ...body });
  if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** What somebody has that is nobody else's, by the operation that shows it. */
const privately: Record<string, (ada: Client) => Promise<{ show: [string, object]; id: string; list: string }>> = {
  "a private reading list": async (ada) => {
    const { list } = await did(ada, "chats.lists.create", { name: "ada's", mode: "static", visibility: "private" });
    const { chat } = await did(ada, "chats.create", { title: "x" });
    await did(ada, "chats.messages.create", {
      chatId: chat.id,
      content: "x",
      actorId: "someone",
      clientMessageId: "x1",
    });
    await did(ada, "chats.lists.add", { list: list.id, chatId: chat.id });
    await did(ada, "chats.lists.read", { list: list.id, chatId: chat.id });
    await did(ada, "chats.lists.update", { list: list.id, description: "y" });
    return { show: ["chats.lists.show", { list: list.id }], id: list.id, list: "chats.lists.list" };
  },
  "a private calendar": async (ada) => {
    const { calendar } = await did(ada, "calendars.create", { name: "ada's" });
    const at = { startAt: "2026-11-23T09:00:00Z", endAt: "2026-11-23T10:00:00Z" };
    await did(ada, "calendars.events.create", { calendar: calendar.id, title: "x", ...at });
    await did(ada, "calendars.update", { calendar: calendar.id, name: "other" });
    return { show: ["calendars.show", { calendar: calendar.id }], id: calendar.id, list: "calendars.list" };
  },
  "an account": async (ada) => {
    await did(ada, "calendars.accounts.create", { id: "ada-home", provider: "caldav", config: { url } });
    await did(ada, "calendars.accounts.update", { id: "ada-home" });
    return { show: ["calendars.accounts.show", { id: "ada-home" }], id: "ada-home", list: "calendars.accounts.list" };
  },
  "an adapter": async (ada) => {
    const config = { host: "127.0.0.1", nick: "ada" };
    await did(ada, "channels.adapters.create", { id: "ada-irc", kind: "irc", config });
    await did(ada, "channels.adapters.disable", { id: "ada-irc" });
    return { show: ["channels.adapters.show", { id: "ada-irc" }], id: "ada-irc", list: "channels.adapters.list" };
  },
  "a hook": async (ada) => {
    const { hook } = await did(ada, "hooks.create", { url, types: ["nothing.**"], allowUnknown: true });
    await did(ada, "hooks.update", { id: hook.id, description: "x" });
    await did(ada, "hooks.rotate", { id: hook.id });
    return { show: ["hooks.show", { id: hook.id }], id: hook.id, list: "hooks.list" };
  },
  "a key": async (ada) => {
    const { context } = await did(ada, "context.derive", { label: "ada's", scopes: ["context:read"] });
    await did(ada, "context.rotate", { id: context.id });
    return { show: ["context.show", { id: context.id }], id: context.id, list: "context.list" };
  },
};

/** Everything that a stream replays to a client, up to now. */
async function replayed({ gateway }: Awaited<ReturnType<typeof openFixture>>, client: Client): Promise<string> {
  const headers = { authorization: `Bearer ${client.key}`, "last-event-id": "0.0" };
  const response = await gateway.fetch(new Request("http://localhost/api/v1/events/stream", { headers }));
  const reader = response.body?.getReader();
  let text = "";
  const until = Date.now() + 10_000;
  while (Date.now() < until && !text.includes("projects.project.created")) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    text += Buffer.from(value ?? []).toString();
  }
  await reader?.cancel();
  return text;
}

describe("what a key cannot show", () => {
  it.each(Object.entries(privately))("as %s it cannot see in lists, events, replays and hooks", async (_, make) => {
    const fixture = await openFixture();
    const [ada, bob] = [await fixture.client(fixture.everyGroup), await fixture.client(fixture.everyGroup)];
    const { hook } = await did(bob, "hooks.create", { url: "http://127.0.0.1:9/bob", types: ["**"] });
    const { show, id, list } = await make(ada);
    // Something that everybody sees, so that nothing is taken for all that there is.
    await did(ada, "projects.create", { name: "Public" });
    expect((await bob.post(...show)).status).toBeGreaterThanOrEqual(403);
    expect(JSON.stringify(await did(bob, list))).not.toContain(id);

    const seen = async (client: Client) => JSON.stringify(await did(client, "events.list", { limit: "500" }));
    expect(await seen(ada)).toContain(id);
    expect(await seen(fixture.admin)).toContain(id);
    expect(await seen(bob)).not.toContain(id);
    expect(await seen(bob)).toContain("projects.project.created");

    expect(await replayed(fixture, ada)).toContain(id);
    const bobs = await replayed(fixture, bob);
    expect(bobs).toContain("projects.project.created");
    expect(bobs).not.toContain(id);

    const deliveries = async () =>
      (await did(bob, "hooks.deliveries.list", { hook: hook.id, limit: "500" })).deliveries;
    await expect
      .poll(async () => (await deliveries()).map(({ type }: { type: string }) => type))
      .toContain("projects.project.created");
    const mine = new Set(
      (await did(bob, "events.list", { limit: "500" })).events.map((event: { id: string }) => event.id),
    );
    const delivered = (await deliveries()).map(({ event }: { event: string }) => event);
    expect(delivered.filter((event: string) => !mine.has(event))).toEqual([]);
  });

  it("it does not get by a stream whose chunks are shared with one who can", async () => {
    const fixture = await openFixture();
    const [ada, bob] = [await fixture.client(fixture.everyGroup), await fixture.client(fixture.everyGroup)];
    const make = privately["a private reading list"] as (typeof privately)[string];
    const { id } = await make(ada);
    await did(ada, "projects.create", { name: "Public" });
    const [first, second] = await Promise.all([replayed(fixture, ada), replayed(fixture, bob)]);
    expect(first).toContain(id);
    expect(second).not.toContain(id);
  });
});

describe("what waits in a queue", () => {
  it("is seen, retried and discarded only by keys that see its subject", async () => {
    const fixture = await openFixture();
    const [ada, bob] = [await fixture.client(fixture.everyGroup), await fixture.client(fixture.everyGroup)];
    const gone = createServer((_, response) => response.writeHead(410).end()).listen(0, "127.0.0.1");
    await once(gone, "listening");
    onTestFinished(() => void gone.close());
    const target = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
    const { hook } = await did(ada, "hooks.create", { url: target, types: ["projects.**"] });
    await did(ada, "projects.create", { name: "Public" });
    const died = async (client: Client) =>
      (await did(client, "events.list", { type: "hooks.deliveries.died", limit: "500" })).events.length;
    await expect.poll(() => died(ada)).toBe(1);
    const { deliveries } = await did(ada, "hooks.deliveries.list");
    const [{ id }] = deliveries;

    expect([await died(fixture.admin), await died(bob)]).toEqual([1, 0]);
    expect((await did(bob, "hooks.deliveries.list")).total).toBe(0);
    expect((await did(bob, "hooks.deliveries.list", { hook: hook.id })).total).toBe(0);
    for (const verb of ["show", "retry", "discard"]) {
      const { status, body } = await bob.post(`hooks.deliveries.${verb}`, { id });
      expect([status, body.code]).toEqual([404, "hooks.deliveries_delivery_not_found"]);
      expect((await ada.post(`hooks.deliveries.${verb}`, { id })).status).toBe(200);
    }
    expect((await fixture.admin.post("hooks.deliveries.show", { id })).status).toBe(200);
  });
});

describe("a list, for a key whose grants name resources", () => {
  it("answers only those, of every group, and never refuses", async () => {
    const fixture = await openFixture();
    const make = Object.values(privately);
    for (const one of make) await one(fixture.admin);
    await did(fixture.admin, "agents.create", { id: "main", name: "Main" }).catch(() =>
      did(fixture.admin, "agents.create", { id: "main" }),
    );
    await did(fixture.admin, "tasks.create", { title: "One" });
    await did(fixture.admin, "bases.create", { name: "Leads" });
    await did(fixture.admin, "projects.create", { name: "Web" });
    const filtered = fixture.gateway.manifest.operations.filter(
      ({ id, output }) =>
        /\.(list|ready)$/.test(id) &&
        "total" in (output.properties as object) &&
        !("required" in fixture.gateway.manifest.operations.find((one) => one.id === id)!.input),
    );
    const answers: Record<string, string> = {};
    for (const { id, scope } of filtered) {
      const client = await fixture.client([`${scope}@nothing-of-this-name`]);
      const { status, body } = await client.post(id);
      answers[id] = status === 200 ? `${body.total}` : `${status}`;
    }
    const open = Object.entries(answers).filter(([, total]) => total !== "0" && total !== "403");
    // Of these there are no resources: kinds, voices and types are the same for everybody.
    expect(open).toEqual([]);
    const refused = Object.entries(answers)
      .filter(([, total]) => total === "403")
      .map(([id]) => id);
    expect(refused.sort()).toEqual(NO_RESOURCES);
  });

  it("pages through them as if there were no others", async () => {
    const fixture = await openFixture();
    const ids: string[] = [];
    for (let at = 0; at < 30; at++) ids.push((await did(fixture.admin, "tasks.create", { title: `t${at}` })).task.id);
    const mine = ids.filter((_, at) => at % 4 === 1);
    const client = await fixture.client(mine.map((id) => `tasks:read@${id}`));
    for (const operation of ["tasks.list", "tasks.ready"]) {
      const found: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page: { tasks: { id: string }[]; total: number; nextOffset?: number } = await did(client, operation, {
          limit: "3",
          offset: String(offset),
        });
        expect(page.total).toBe(mine.length);
        found.push(...page.tasks.map(({ id }) => id));
        offset = page.nextOffset;
      }
      expect(found.sort()).toEqual(mine.sort());
    }
  });

  it("shows a calendar that the key names", async () => {
    const fixture = await openFixture();
    const { calendar } = await did(fixture.admin, "calendars.create", { name: "Shared", visibility: "public" });
    await did(fixture.admin, "calendars.create", { name: "Other", visibility: "public" });
    const client = await fixture.client([`calendars:read@${calendar.id}`]);
    const { calendars: shown, total } = await did(client, "calendars.list");
    expect({ ids: shown.map(({ id }: { id: string }) => id), total }).toEqual({ ids: [calendar.id], total: 1 });
    expect((await client.post("calendars.show", { calendar: calendar.id })).status).toBe(200);
  });
});

/** Lists of what belongs to no one: a grant that names a resource does not reach them. */
const NO_RESOURCES = [
  "agentx.agents.list",
  "audio.voices.list",
  "audio.work.list",
  "audio.workers.list",
  "bases.upkeep.list",
  "channels.outbox.list",
  "credentials.providers.list",
  "hooks.deliveries.list",
];
