import agents from "@postern/agents";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import chats from "@postern/chats";
import context from "@postern/context";
import { presentationOf } from "@postern/core/presentation";
import { type Client, testGateway } from "@postern/core/testing";
import hooks from "@postern/hooks";
import projects from "@postern/projects";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";

async function openFixture() {
  const plugins = [
    agents(),
    bases(),
    calendars(),
    chats(),
    context(),
    hooks({ hooksPrivate: true }),
    projects(),
    tasks(),
  ];
  const fixture = await testGateway({ plugins });
  onTestFinished(() => fixture.stop());
  return fixture;
}

async function did(client: Client, id: string, body: object = {}) {
  const reply = await client.post(id, { ...body });
  if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

describe("lists with a name", () => {
  it("find titles that begin with it, without regard to case, the exact one first", async () => {
    const { admin } = await openFixture();
    for (const title of ["Team", "Tea", "Coffee", "ＴＥＡ time"]) await did(admin, "chats.create", { title });
    const { chats: found } = await did(admin, "chats.list", { name: "tea" });
    expect(found.map(({ title }: { title: string }) => title)).toEqual(["Tea", "ＴＥＡ time", "Team"]);
  });

  it("find ids by their beginning, with and without the noun", async () => {
    const { admin } = await openFixture();
    const { task } = await did(admin, "tasks.create", { title: "One" });
    await did(admin, "tasks.create", { title: "Two" });
    for (const name of [task.id, task.id.slice(0, 22), task.id.slice(5, 24)]) {
      const { tasks: found } = await did(admin, "tasks.list", { name });
      expect(found.map(({ id }: { id: string }) => id)).toEqual([task.id]);
    }
  });

  it("find archived things too, unless the caller asks for one kind", async () => {
    const { admin } = await openFixture();
    const { chat } = await did(admin, "chats.create", { title: "Old" });
    await did(admin, "chats.archive", { chatId: chat.id });
    expect((await did(admin, "chats.list", { name: "old" })).total).toBe(1);
    expect((await did(admin, "chats.list", { name: "old", archived: false })).total).toBe(0);
    expect((await did(admin, "chats.list", { name: "old", archived: true })).total).toBe(1);
  });

  it("apply the other filters", async () => {
    const { admin } = await openFixture();
    await did(admin, "tasks.create", { title: "Report", tags: ["work"] });
    await did(admin, "tasks.create", { title: "Report", tags: ["home"] });
    expect((await did(admin, "tasks.list", { name: "report", tag: "home" })).total).toBe(1);
  });

  it("show a key that is limited to some resources nothing else", async () => {
    const { admin, client } = await openFixture();
    const { chat } = await did(admin, "chats.create", { title: "Mine" });
    await did(admin, "chats.create", { title: "Mine too" });
    const limited = await client([`chats:read@${chat.id}`]);
    const { chats: found } = await did(limited, "chats.list", { name: "mine" });
    expect(found.map(({ id }: { id: string }) => id)).toEqual([chat.id]);
  });

  it("do not reveal the title of an event to someone who only sees when it takes place", async () => {
    const { admin, client } = await openFixture();
    const { calendar } = await did(admin, "calendars.create", { name: "Private", timezone: "UTC" });
    const times = { startAt: "2026-12-01T09:00:00Z", endAt: "2026-12-01T10:00:00Z" };
    await did(admin, "calendars.events.create", { calendar: calendar.id, title: "Secret meeting", ...times });
    const guest = await client(["calendars:*"], "guest");
    await did(admin, "calendars.share", { calendar: calendar.id, with: "agent:guest", relation: "free_busy" });
    expect((await did(admin, "calendars.events.list", { name: "secret" })).total).toBe(1);
    expect((await did(guest, "calendars.events.list", { name: "secret" })).total).toBe(0);
    expect((await did(guest, "calendars.events.list", {})).total).toBe(1);
  });

  it("find names in every alphabet, however long", async () => {
    const { admin } = await openFixture();
    const title = "日本語のとても長いタイトルで検索できることを確かめる".repeat(8);
    await did(admin, "chats.create", { title });
    expect((await did(admin, "chats.list", { name: title.slice(0, 3) })).total).toBe(1);
    expect((await did(admin, "chats.list", { name: title })).total).toBe(1);
  });

  it.each([
    ["agents.list", "agents", ["agents.create", { id: "w1", name: "Writer" }], "writer"],
    ["bases.list", "bases", ["bases.create", { name: "Sales leads", slug: "leads" }], "LEADS"],
    ["bases.list", "bases", ["bases.create", { name: "Sales leads", slug: "leads" }], "sales"],
    ["projects.list", "projects", ["projects.create", { name: "Big Site", slug: "site" }], "big s"],
    [
      "hooks.list",
      "hooks",
      ["hooks.create", { url: "http://127.0.0.1:9/x", types: ["chats.**"], description: "CI" }],
      "ci",
    ],
    ["chats.lists.list", "lists", ["chats.lists.create", { name: "Work", mode: "static" }], "wor"],
  ] as const)("%s finds %s by name", async (list, member, [create, input], name) => {
    const { admin } = await openFixture();
    await did(admin, create, input);
    expect((await did(admin, list, { name }))[member]).toHaveLength(1);
    expect((await did(admin, list, { name: "nothing" }))[member]).toHaveLength(0);
  });
});

describe("every field that refers to something", () => {
  it("names a list operation, its fields and members that exist", async () => {
    const { gateway } = await openFixture();
    const { operations } = gateway.manifest;
    interface Field {
      items?: object;
    }
    interface Listed {
      properties: Record<string, { items?: { properties?: object } }>;
    }
    const known = new Set(operations.map(({ group }) => group));
    let count = 0;
    for (const { id, input } of operations) {
      const fields = input.properties as Record<string, Field>;
      for (const [field, schema] of Object.entries(fields)) {
        const reference = presentationOf(schema).ref ?? presentationOf(schema.items).ref;
        if (!reference || !known.has(reference.list.split(".")[0] ?? "")) continue;
        count++;
        const list = operations.find((operation) => operation.id === reference.list);
        if (!list) throw new Error(`${id}.${field} refers to ${reference.list}, which does not exist`);
        const { properties } = list.output as unknown as Listed;
        const items = Object.values(properties).find((one) => one.items)?.items;
        expect(Object.keys(items?.properties ?? {}), `${id}.${field}`).toEqual(
          expect.arrayContaining([reference.id ?? "id", ...(reference.names ?? [])]),
        );
        const asked = Object.keys({ ...reference.input, ...reference.from });
        expect(Object.keys(list.input.properties ?? {}), `${id}.${field}`).toEqual(expect.arrayContaining(asked));
        expect(Object.keys(fields), `${id}.${field}`).toEqual(
          expect.arrayContaining(Object.values(reference.from ?? {})),
        );
      }
    }
    expect(count).toBeGreaterThan(60);
  });
});
