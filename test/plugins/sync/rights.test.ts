import { createServer } from "node:http";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import context from "@postern/context";
import type { Client } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { notesPlugin } from "./fixtures/notes.ts";
import { openSide, type Side } from "./gateway.ts";

const SITE = "site_0123456789abcdef01234567";
const open = () => openSide({ plugins: [notesPlugin(), calendars(), context()], runner: false });

/** Derives the key of a peer, which has at most the rights of its parent. */
async function peerOf(side: Side, giver: Client): Promise<Client> {
  const { body } = await giver.post("context.derive", { label: "peer", scopes: ["sync:exchange"] });
  const post: Client["post"] = async (id, said) => {
    const response = await side.gateway.fetch(
      new Request(`http://localhost/api/v1/${id.replaceAll(".", "/")}`, {
        method: "POST",
        headers: { authorization: `Bearer ${body.key}`, "content-type": "application/json" },
        body: JSON.stringify(said ?? {}),
      }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { ...giver, key: body.key, contextId: body.context.id, post };
}

/** Returns the calendars that a peer receives. */
async function pulled(
  peer: Client,
): Promise<{ name: string[]; vector: Record<string, number>; wire?: { name?: string } }[]> {
  const from = [{ domain: "calendars", kind: "calendar" }];
  const { status, body } = await peer.post("sync.pull", { site: SITE, from });
  expect(status).toBe(200);
  return body.pages.flatMap(({ records }: { records: unknown[] }) => records);
}

/** A record in the form in which gateways send it. */
interface Sent {
  readonly name: string[];
  readonly vector: Record<string, number>;
  readonly wire: object;
}

const rights = ["sync:*", "context:*", "calendars:*"];

describe("linking gateways", () => {
  it("and enabling groups requires the read and write scopes of these groups", async () => {
    const side = await open();
    const weak = await side.client(["sync:write", "notes:read"]);
    for (const domains of [["notes"], undefined])
      expect((await weak.post("sync.enable", domains && { domains })).status).toBe(403);
    const strong = await side.client(["sync:write", "notes:write"]);
    expect((await strong.post("sync.enable", { domains: ["notes"] })).status).toBe(200);
    const link = { consoleUrl: "https://gateway.example.com", connection: "other" };
    expect(await weak.post("sync.link", link)).toMatchObject({ status: 403, body: { scope: "notes:write" } });
    expect(await strong.post("sync.link", link)).toMatchObject({ status: 404 });
  });
});

describe("a peer", () => {
  it("receives private calendars of its key's parent context only", async () => {
    const side = await open();
    await side.enable();
    const [ada, bob] = [await side.client(rights), await side.client(rights)];
    await ada.post("calendars.create", { name: "Ada's" });
    await bob.post("calendars.create", { name: "Bob's" });
    const [adas, admins] = [await peerOf(side, ada), await peerOf(side, side.admin)];
    const names = async (peer: Client) => (await pulled(peer)).map(({ wire }) => wire?.name).sort();
    await until(async () => expect(await names(admins)).toEqual(["Ada's", "Bob's"]));
    expect(await names(adas)).toEqual(["Ada's"]);
    const poor = await peerOf(side, await side.client(["sync:*", "context:*"]));
    expect(await names(poor)).toEqual([]);
  });

  it("cannot change owners or write records of others", async () => {
    const side = await open();
    await side.enable();
    const [ada, bob] = [await side.client(rights), await side.client(rights)];
    const { calendar } = (await ada.post("calendars.create", { name: "Ada's" })).body;
    const [adas, bobs] = [await peerOf(side, ada), await peerOf(side, bob)];
    await until(async () => expect(await pulled(adas)).toHaveLength(1));
    const [record] = await pulled(adas);
    const push = async (peer: Client, name: string, wire: object, vector: object) => {
      const records = [{ domain: "calendars", name: ["calendar", name], vector, wire }];
      const { body } = await peer.post("sync.push", { site: SITE, records });
      return body.results[0].status;
    };
    const newer = { ...record?.vector, [SITE]: 1 };
    const stolen = { ...record?.wire, name: "Mine", ownerId: bob.contextId, updatedAt: Date.now() + 1_000 };
    expect(await push(bobs, calendar.id, stolen, newer)).toBe("refused");
    expect(await push(adas, calendar.id, stolen, newer)).toBe("acked");
    const shown = (await ada.post("calendars.show", { calendar: calendar.id })).body.calendar;
    expect(shown).toMatchObject({ name: "Mine", ownerId: ada.contextId });

    const forged = `cal_${"f".repeat(24)}`;
    const made = { ...record?.wire, id: undefined, ownerId: ada.contextId };
    expect(await push(bobs, forged, made, { [SITE]: 1 })).toBe("refused");
    expect((await ada.post("calendars.show", { calendar: forged })).status).toBe(404);
  });

  it("cannot approve for others or change the approvers of others", async () => {
    const side = await openSide({ plugins: [bases(), context()], runner: false });
    await side.enable();
    const may = ["sync:*", "context:*", "bases:*"];
    const [ada, bob] = [await side.client(may), await side.client(may)];
    const done = async (client: Client, id: string, input: object) => {
      const { status, body } = await client.post(id, input);
      expect([id, status, body.detail]).toEqual([id, 200, undefined]);
      return body;
    };
    await done(ada, "bases.create", { name: "Leads" });
    const approvers = [{ kind: "user", userId: ada.contextId }];
    const made = { base: "leads", key: "ok", name: "Ok", type: "approval", config: { approvers } };
    const { property } = await done(ada, "bases.props.create", made);
    const { row } = await done(ada, "bases.rows.create", { base: "leads", values: {} });
    const [adas, bobs] = [await peerOf(side, ada), await peerOf(side, bob)];
    const records = async (kind: string) => {
      const { pages } = await done(bobs, "sync.pull", { site: SITE, from: [{ domain: "bases", kind }] });
      return pages.flatMap(({ records }: { records: Sent[] }) => records) as Sent[];
    };
    await until(async () => expect([...(await records("row")), ...(await records("property"))]).toHaveLength(2));
    const push = async (peer: Client, { name, vector }: Sent, wire: object) => {
      const newer = { domain: "bases", name, vector: { ...vector, [SITE]: (vector[SITE] ?? 0) + 1 }, wire };
      return (await done(peer, "sync.push", { site: SITE, records: [newer] })).results[0].status;
    };
    const [sentRow] = await records("row");
    const [sentProperty] = await records("property");
    if (!sentRow || !sentProperty) throw new Error("Nothing was sent");
    const at = new Date().toISOString();
    const stamped = (by: string) => {
      const values = { [property.id]: { type: "approval", value: { status: "approved", by, at } } };
      return { ...sentRow.wire, values, version: 2, updatedAt: at };
    };
    const shown = async () => (await done(ada, "bases.rows.show", { row: row.id })).row.values.ok?.status;
    const adasName = `user:${ada.contextId}`;
    expect(await push(bobs, sentRow, stamped(adasName))).toBe("refused");
    expect(await push(bobs, sentRow, stamped(`user:${bob.contextId}`))).toBe("refused");
    expect(await push(bobs, sentProperty, { ...sentProperty.wire, config: { approvers: [] } })).toBe("refused");
    expect(await shown()).toBeUndefined();
    expect(await push(adas, sentRow, stamped(`user:${bob.contextId}`))).toBe("refused");
    expect(await push(adas, sentRow, stamped(adasName))).toBe("acked");
    expect(await shown()).toBe("approved");
  });

  it("is rejected if it claims millions of unknown changes", async () => {
    const side = await open();
    await side.enable("notes");
    const record = (id: string, count: number) => ({
      domain: "notes",
      name: ["note", id],
      vector: { [SITE]: count },
      wire: { text: "x" },
    });
    const records = [record("a", 1), record("b", 2 ** 48), record("c", 5_000)];
    const { results } = await side.post("sync.push", { site: SITE, records });
    expect(results.map(({ status }: { status: string }) => status)).toEqual(["acked", "refused", "acked"]);
  });

  it("that sends an invalid record does not block others: the inbox has a dead entry", async () => {
    const name = (id: string) => ["note", id];
    const good = (id: string) => ({ name: name(id), vector: { [SITE]: 1 }, wire: { text: id } });
    const bad = [
      { name: name("x"), vector: { [SITE]: 2 ** 60 }, wire: { text: "x" } },
      { name: name("y"), vector: { [SITE]: "one" } },
      { name: ["book", "z"], vector: { [SITE]: 1 }, wire: { title: "z" } },
      null,
    ];
    const page = { domain: "notes", kind: "note", cursor: "1.1", more: false, records: [good("a"), ...bad, good("b")] };
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/api/v1/sync/wait")) return;
      let text = "";
      request
        .on("data", (chunk) => (text += chunk))
        .on("end", () => {
          const asked = JSON.parse(text || "{}") as { from?: { kind: string; cursor?: string }[] };
          const wanted = asked.from?.some(({ kind, cursor }) => kind === "note" && cursor === undefined);
          const body = { site: SITE, newest: "1", domains: ["notes"], pages: wanted ? [page] : [], results: [] };
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
        });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const side = await openSide();
    await side.enable();
    await side.post("credentials.connections.create", { provider: "postern", connection: "other", secret: "k" });
    const { port } = server.address() as { port: number };
    await side.post("sync.link", { consoleUrl: `http://127.0.0.1:${port}`, connection: "other", execute: true });
    await until(async () => expect(Object.keys(await side.records())).toEqual(["notes note a", "notes note b"]));
    await until(async () => {
      const { inbox } = await side.post("sync.inbox.list", { status: "dead" });
      expect(inbox).toHaveLength(bad.length);
      for (const { lastError } of inbox) expect(lastError).toMatch(/It is not a (valid )?record/);
    });
    expect((await side.status()).lastError).toBe("");
  });
});
