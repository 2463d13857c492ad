import { describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";
import { openGateway } from "./gateway.ts";

describe("a row", () => {
  it("are listed with some of their values only, if fields names keys of properties", async () => {
    const { add, list, admin } = await openGateway();
    const { id } = await add({ company: "Initech", worth: 10, stage: "New" });
    expect(await list({ fields: "id,worth,company" })).toEqual([{ id, values: { worth: 10, company: "Initech" } }]);
    expect(await list({ fields: "due" })).toEqual([{ values: {} }]);
    const { status, body } = await admin.post("bases.rows.list", { base: "leads", fields: "company,compny" });
    expect([status, body.issues[0].path]).toEqual([400, "/fields"]);
    expect(body.issues[0].message).toMatch(/out of id, .*, a key of values$/);
  });

  it("can be created, updated and archived, and counts its versions", async () => {
    const { done, add, admin, list } = await openGateway();
    const row = await add({ company: "Initech", worth: 12.5, stage: "New", due: "2026-12-01" });
    expect(row).toMatchObject({
      version: 1,
      values: { company: "Initech", worth: 12.5, stage: "New", due: "2026-12-01" },
    });
    const changed = await done("bases.rows.update", {
      row: row.id,
      values: { stage: "Won", due: null },
      expectedVersion: "1",
    });
    expect(changed.row).toMatchObject({ version: 2, values: { company: "Initech", worth: 12.5, stage: "Won" } });
    expect(changed.row.values).not.toHaveProperty("due");
    expect(await admin.post("bases.rows.update", { row: row.id, values: {}, expectedVersion: "1" })).toMatchObject({
      status: 409,
      body: { code: "bases.row_version_mismatch", version: 2 },
    });
    await done("bases.rows.archive", { row: row.id });
    expect(await list()).toEqual([]);
    expect(await list({ archived: true })).toHaveLength(1);
    expect(await admin.post("bases.rows.update", { row: row.id, values: {} })).toMatchObject({
      status: 409,
      body: { code: "bases.row_archived" },
    });
    const back = await done("bases.rows.unarchive", { row: row.id });
    expect(back.row).toMatchObject({ version: 4 });
    expect((await done("bases.show", { base: "leads" })).base.rowCount).toBe(1);
  });

  it("is created once per idempotencyKey, even by 200 concurrent calls", async () => {
    const { admin, base, list } = await openGateway();
    const body = { base: base.id, values: { company: "Initech" }, idempotencyKey: "crm-1" };
    const replies = await Promise.all(Array.from({ length: 200 }, () => admin.post("bases.rows.create", body)));
    expect(new Set(replies.map(({ body: { row } }) => row.id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
    expect(await admin.post("bases.rows.create", { ...body, values: { company: "Hooli" } })).toMatchObject({
      status: 409,
      body: { code: "bases.row_conflict", row: replies[0]?.body.row.id },
    });
  });

  it("accepts one of many concurrent changes that expect the same version", async () => {
    const { admin, add } = await openGateway();
    const row = await add({ company: "Initech" });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        admin.post("bases.rows.update", { row: row.id, values: { worth: at }, expectedVersion: "1" }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  it("is rejected with all invalid values together", async () => {
    const { admin, base } = await openGateway();
    const reply = await admin.post("bases.rows.create", {
      base: base.id,
      values: { worth: "a lot", stage: "Maybe", due: "2026-02-30", colour: 1 },
    });
    expect(reply.body.issues).toEqual([
      { path: "/values/worth", code: "value", message: "must be a number" },
      { path: "/values/stage", code: "value", message: "must be one of New, Won, Lost" },
      {
        path: "/values/due",
        code: "value",
        message: "must be a day between the years 0001 and 9999, such as 2026-11-21",
      },
      {
        path: "/values/colour",
        code: "unknown",
        message: "is not a property of this base, which has company, worth, stage, due",
      },
      { path: "/values/company", code: "required", message: "is required" },
    ]);
  });
});

const TAKES: [type: string, config: object, given: unknown[], kept?: unknown[]][] = [
  ["text", {}, ["a", "=1+1", "\u0000", "𝔘", " spaced "]],
  ["number", {}, [0, -1.5, 1e300, 5e-324]],
  ["number", { precision: 0 }, [3, -7]],
  ["checkbox", {}, [true, false]],
  ["date", {}, ["2026-11-21", "0001-01-01", "9999-12-31", "2024-02-29"]],
  ["date", {}, ["2026-11-21T23:30:00-02:00"], ["2026-11-22"]],
  ["date", { includeTime: true }, ["2026-11-21T09:00:00+01:00"], ["2026-11-21T08:00:00.000Z"]],
  ["date", { includeTime: true }, ["2026-11-21"], ["2026-11-21T00:00:00.000Z"]],
  ["url", {}, ["https://example.com/a?b#c", "http://localhost:1"]],
  ["email", {}, ["ada@example.com", "a+b@x.example"]],
  ["phone", {}, ["+49 30 901820", "(0)30"].slice(0, 1)],
  ["person", {}, ["user:ada", "agent:main", "contact:x.1"]],
];
const REFUSES: [type: string, config: object, given: unknown[]][] = [
  ["text", {}, [1, true, [], {}, "x".repeat(100_001)]],
  ["number", {}, ["1", true, [], {}]],
  ["number", { precision: 2 }, [1.234]],
  ["checkbox", {}, ["true", 1, "yes"]],
  ["date", {}, ["21.11.2026", "2026-13-01", "2025-02-29", "0000-01-01", "10000-01-01", 0, "2026-11-21T08:00:00"]],
  ["date", { includeTime: true }, ["2026-11-21T24:00:00Z", "2026-11-21T23:59:60Z", "2026-11-21 08:00"]],
  ["url", {}, ["example.com", "javascript:alert(1)", "ftp://example.com", "https://a b"]],
  ["email", {}, ["ada", "a@b", "a b@example.com", "@example.com"]],
  ["phone", {}, ["call me", "+"]],
  ["person", {}, ["ada", "robot:x", "user:", "user:a b"]],
  ["ref", {}, ["row_", "row_000000000000000000000000"]],
];

describe("a value", () => {
  it.each(TAKES)("of type %s %j is accepted: %j", async (type, config, given, kept = given) => {
    const { done, add, list } = await openGateway();
    await done("bases.props.create", { base: "leads", key: "x", name: "X", type, config });
    for (const value of given) await add({ company: "a", x: value });
    expect((await list()).map(({ values }: { values: { x: unknown } }) => values.x)).toEqual(kept);
  });

  it.each(titled(REFUSES, 2))("%s is rejected as %s %j", async (_title, type, config, given) => {
    const { done, admin } = await openGateway();
    await done("bases.props.create", { base: "leads", key: "x", name: "X", type, config });
    for (const value of given) {
      const reply = await admin.post("bases.rows.create", { base: "leads", values: { company: "a", x: value } });
      expect([value, reply.status, reply.body.issues?.[0].path]).toEqual([value, 400, "/values/x"]);
    }
    expect((await done("bases.show", { base: "leads" })).base.rowCount).toBe(0);
  });

  it("can refer to an existing row", async () => {
    const { done, add } = await openGateway();
    await done("bases.props.create", { base: "leads", name: "Parent", type: "ref" });
    const parent = await add({ company: "a" });
    expect((await add({ company: "b", parent: parent.id })).values.parent).toBe(parent.id);
  });

  it("can have several options, without duplicates", async () => {
    const { done, add, list } = await openGateway();
    const options = [{ name: "red" }, { name: "blue" }];
    await done("bases.props.create", { base: "leads", name: "Tags", type: "multi_select", config: { options } });
    await add({ company: "a", tags: ["red", "blue", "red"] });
    await add({ company: "b", tags: ["blue"] });
    expect((await list())[0].values.tags).toEqual(["red", "blue"]);
    const having = (value: string) => ({ match: "all", where: [{ field: "tags", op: "contains", value }] });
    expect(await list({ filter: having("blue") })).toHaveLength(2);
    expect(await list({ filter: having("red") })).toHaveLength(1);
  });
});

it("option names with commas and quotes survive an export and an import", async () => {
  const { done, add, list } = await openGateway();
  const options = [{ name: "red, dark" }, { name: 'the "blue" one' }, { name: "plain" }];
  await done("bases.props.create", { base: "leads", name: "Tags", type: "multi_select", config: { options } });
  const tags = ["red, dark", 'the "blue" one', "plain"];
  await add({ company: "a", tags });
  await add({ company: "b", tags: ["red, dark"] });
  const { content } = await done("bases.rows.export", { base: "leads", format: "csv" });
  await done("bases.rows.import", { base: "leads", format: "csv", content });
  const all = (await list()).map(({ values }: { values: { tags: string[] } }) => values.tags);
  expect(all).toEqual([tags, ["red, dark"], tags, ["red, dark"]]);
});

describe("an approval", () => {
  it("can be requested by anyone and decided by an approver, who is recorded", async () => {
    const { done, client, add } = await openGateway();
    const approvers = [{ kind: "agent", userId: "boss" }];
    await done("bases.props.create", { base: "leads", name: "Ok", type: "approval", config: { approvers } });
    const boss = await client(["bases:write"], "boss");
    const clerk = await client(["bases:write"], "clerk");
    const row = await add({ company: "a" });
    expect((await clerk.post("bases.rows.update", { row: row.id, values: { ok: "pending" } })).status).toBe(200);
    expect(await clerk.post("bases.rows.update", { row: row.id, values: { ok: "approved" } })).toMatchObject({
      status: 403,
      body: { code: "bases.not_an_approver" },
    });
    const reply = await boss.post("bases.rows.update", { row: row.id, values: { ok: "approved" } });
    expect(reply.body.row.values.ok).toMatchObject({ status: "approved", by: "agent:boss" });
  });
});

describe("a value that an agent fills in", () => {
  it("is requested, filled in, and cleared when its inputs change", async () => {
    const { gateway, done, add, base } = await openGateway();
    const { property } = await done("bases.props.create", {
      base: "leads",
      name: "Summary",
      type: "agent",
      config: { agent: "scribe", instructions: "Say it in a word.", inputs: ["company"], resetOn: ["company"] },
    });
    expect(property.config.inputs).toEqual(["company"]);
    const asked: unknown[] = [];
    const { agentRequested } = await import("@postern/bases");
    gateway.on(agentRequested, ({ data }) => void asked.push(data));
    const row = await add({ company: "Initech" });
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]).toEqual({
      baseId: base.id,
      row: row.id,
      property: "summary",
      agentId: "scribe",
      instructions: "Say it in a word.",
      inputs: { company: "Initech" },
    });
    const filled = await done("bases.rows.update", { row: row.id, values: { summary: "Printers" } });
    expect(filled.row.values.summary).toBe("Printers");
    const other = await done("bases.rows.update", { row: row.id, values: { worth: 1 } });
    expect(other.row.values.summary).toBe("Printers");
    const reset = await done("bases.rows.update", { row: row.id, values: { company: "Hooli" } });
    expect(reset.row.values).not.toHaveProperty("summary");
    await expect.poll(() => asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ inputs: { company: "Hooli" } });
  });
});
