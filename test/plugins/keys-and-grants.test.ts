import bases from "@postern/bases";
import chats from "@postern/chats";
import context from "@postern/context";
import { type Client, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";

async function openFixture() {
  const plugins = [bases(), chats(), context(), events({ streams: "8", streamsPerKey: "3" }), tasks()];
  const fixture = await testGateway({ plugins });
  onTestFinished(() => fixture.stop());
  return fixture;
}

async function did(client: Client, id: string, body: object = {}) {
  const reply = await client.post(id, body);
  if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

const withKey = (fixture: Awaited<ReturnType<typeof openFixture>>, key: string) => (id: string, body: object) =>
  fixture.gateway
    .fetch(
      new Request(`http://localhost/api/v1/${id.replaceAll(".", "/")}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    )
    .then(async (response) => ({ status: response.status, body: await response.json() }));

describe("a key in its grace", () => {
  it("neither rotates nor derives nor revokes, and the new one lives", async () => {
    const fixture = await openFixture();
    const client = await fixture.client(["context:*", "tasks:read"]);
    const { key } = await did(client, "context.rotate", { id: client.contextId, grace: "60" });
    const refused = { status: 403, body: { code: "gateway.key_retiring" } };
    expect(await client.post("context.rotate", { id: client.contextId })).toMatchObject(refused);
    expect(await client.post("context.derive", { label: "x", scopes: ["tasks:read"] })).toMatchObject(refused);
    expect(await client.post("context.revoke", { id: client.contextId, execute: true })).toMatchObject(refused);
    expect((await client.post("tasks.list")).status).toBe(200);
    const fresh = withKey(fixture, key);
    expect((await fresh("tasks.list", {})).status).toBe(200);
    expect((await fresh("context.rotate", { id: client.contextId })).status).toBe(200);
  });
});

describe("a grant that names one task", () => {
  it("shows no other in graphs and dependencies, and hangs it on no other", async () => {
    const fixture = await openFixture();
    const make = async (title: string) => (await did(fixture.admin, "tasks.create", { title })).task.id as string;
    const [mine, secret, above] = [await make("mine"), await make("SECRET-1"), await make("SECRET-2")];
    for (const [taskId, dependencyTaskId] of [
      [mine, secret],
      [above, mine],
    ])
      await did(fixture.admin, "tasks.deps.add", { taskId, dependencyTaskId });
    const narrow = await fixture.client([`tasks:*@${mine}`]);
    for (const body of [{ taskId: mine }, { taskId: mine, format: "dot" }, {}]) {
      expect(JSON.stringify(await did(narrow, "tasks.deps.graph", body))).not.toContain("SECRET");
      expect(JSON.stringify(await did(fixture.admin, "tasks.deps.graph", body))).toContain("SECRET");
    }
    for (const direction of ["up", "down"]) {
      const body = { taskId: mine, direction };
      expect(await did(narrow, "tasks.deps.list", body)).toMatchObject({ dependencies: [], total: 0 });
      expect((await did(fixture.admin, "tasks.deps.list", body)).total).toBe(1);
    }
    expect((await narrow.post("tasks.update", { taskId: mine, parent: secret })).status).toBe(403);
    expect((await narrow.post("tasks.update", { taskId: mine, title: "other" })).status).toBe(200);
  });
});

describe("a grant that names something by what it is called", () => {
  it("does not follow the name to another base or list", async () => {
    const fixture = await openFixture();
    const { base } = await did(fixture.admin, "bases.create", { name: "CRM", slug: "crm" });
    const { list } = await did(fixture.admin, "chats.lists.create", {
      name: "today",
      mode: "static",
      visibility: "team",
    });
    const named = await fixture.client(["bases:*@crm", "chats:*@today"]);
    expect((await named.post("bases.show", { base: "crm" })).status).toBe(403);
    expect((await named.post("chats.lists.show", { list: "today" })).status).toBe(403);
    const byId = await fixture.client([`bases:*@${base.id}`, `chats:*@${list.id}`]);
    expect((await byId.post("bases.show", { base: base.id })).status).toBe(200);
    expect((await byId.post("chats.lists.show", { list: list.id })).status).toBe(200);
  });
});

describe("an approval", () => {
  it("is cleared, and its approvers are changed, by an approver only", async () => {
    const fixture = await openFixture();
    const [boss, writer] = [await fixture.client(["bases:*"]), await fixture.client(["bases:*"])];
    await did(fixture.admin, "bases.create", { name: "Leads", slug: "leads" });
    const approvers = [{ kind: "user", userId: boss.contextId }];
    const config = { approvers };
    await did(fixture.admin, "bases.props.create", { base: "leads", key: "ok", name: "OK", type: "approval", config });
    const { row } = await did(writer, "bases.rows.create", { base: "leads", values: {} });
    await did(boss, "bases.rows.update", { row: row.id, values: { ok: "rejected" } });

    const refused = { status: 403, body: { code: "bases.not_an_approver" } };
    for (const ok of [null, "", "pending", "approved"])
      expect(await writer.post("bases.rows.update", { row: row.id, values: { ok } })).toMatchObject(refused);
    for (const config of [{ approvers: [] }, {}, { approvers: [{ kind: "user", userId: writer.contextId }] }])
      expect(await writer.post("bases.props.update", { base: "leads", prop: "ok", config })).toMatchObject(refused);
    const other = { base: "leads", prop: "ok", type: "text", execute: true };
    expect(await writer.post("bases.props.update", other)).toMatchObject(refused);
    expect((await writer.post("bases.props.update", { base: "leads", prop: "ok", name: "Go" })).status).toBe(200);

    expect((await boss.post("bases.rows.update", { row: row.id, values: { ok: null } })).status).toBe(200);
    expect((await boss.post("bases.props.update", { base: "leads", prop: "ok", config: {} })).status).toBe(200);
  });
});

describe("an idempotencyKey of a task", () => {
  it("is its caller's own: it neither shows nor blocks another's task", async () => {
    const fixture = await openFixture();
    const [ada, bob] = [await fixture.client(["tasks:*"]), await fixture.client(["tasks:*"])];
    const body = { title: "One", idempotencyKey: "release-1" };
    const first = await did(ada, "tasks.create", body);
    const second = await did(bob, "tasks.create", { ...body, title: "Two" });
    expect([first.disposition, second.disposition]).toEqual(["created", "created"]);
    expect(second.task.id).not.toBe(first.task.id);
    expect(await did(ada, "tasks.create", body)).toMatchObject({
      disposition: "duplicate",
      task: { id: first.task.id },
    });
    expect((await bob.post("tasks.create", body)).status).toBe(409);
  });
});

describe("streams", () => {
  it("are limited for each key, and in all", async () => {
    const fixture = await openFixture();
    const open = async ({ key }: Client) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fixture.gateway.fetch(new Request("http://localhost/api/v1/events/stream", { headers }));
      onTestFinished(async () => void (await response.body?.cancel()));
      return response.status;
    };
    const clients = await Promise.all([1, 2, 3].map(() => fixture.client(["events:read"])));
    const statuses: number[][] = [];
    for (const client of clients) {
      statuses.push([]);
      for (let at = 0; at < 4; at++) statuses.at(-1)?.push(await open(client));
    }
    expect(statuses).toEqual([
      [200, 200, 200, 503],
      [200, 200, 200, 503],
      [200, 200, 503, 503],
    ]);
  });
});
