import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openGateway } from "./gateway.ts";

type Shown = Record<string, unknown>;

async function opened() {
  const test = await openGateway([service()]);
  const { admin, done } = test;
  const base = test.base.id as string;
  const without = (one: Shown, names: string[]) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => !["updatedAt", "version", ...names].includes(name)));
  return {
    ...{ admin, done, base },
    add: test.add,
    list: test.list,
    shown: async () => without((await done("bases.show", { base })).base, ["schemaVersion"]),
    row: async (row: string) => without((await done("bases.rows.show", { row })).row, []),
    props: async () => (await done("bases.props.list", { base })).properties,
    // What is created again has another id.
    charts: async () =>
      (await done("bases.charts.list", { base })).charts.map((one: Shown) => without(one, ["id", "createdAt"])),
    views: async () =>
      (await done("bases.views.list", { base })).views.map((one: Shown) => without(one, ["id", "createdAt"])),
    undoables: async (): Promise<number> => (await admin.post("service.undo.list")).body.total,
  };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** Does it, undoes it and does it again, and checks the state each time. */
async function goAndReturn({ admin }: Opened, operation: string, input: object, look: () => Promise<unknown>) {
  await expectUndone(admin, `bases.${operation}`, input, look);
}

describe("undoing commands on bases", () => {
  it("archives a new base", async () => {
    const { admin, done } = await opened();
    const { body, undo } = await undoable(admin, "bases.create", { name: "Trips" });
    const status = async () => (await done("bases.show", { base: body.base.id })).base.status;
    const { redo } = await undo();
    expect(await status()).toBe("archived");
    await redo();
    expect(await status()).toBe("active");
  });

  it.each(["archive", "unarchive"])("reverses %s", async (verb) => {
    const test = await opened();
    if (verb === "unarchive") await test.done("bases.archive", { base: test.base });
    await goAndReturn(test, verb, { base: "leads" }, test.shown);
    const before = await test.undoables();
    await test.done(`bases.${verb}`, { base: test.base });
    expect(await test.undoables()).toBe(before);
  });

  it("reverses an update, also of the slug and the project", async () => {
    const test = await opened();
    await test.done("projects.create", { name: "Sales", slug: "sales" });
    await goAndReturn(
      test,
      "update",
      { base: "leads", name: "Prospects", slug: "prospects", description: "Ours", icon: "star", project: "sales" },
      test.shown,
    );
    await goAndReturn(test, "update", { base: test.base, icon: "", timezone: "Asia/Kolkata" }, test.shown);
    await goAndReturn(test, "update", { base: test.base, project: "local" }, test.shown);
    const before = await test.undoables();
    await test.done("bases.update", { base: test.base, name: "Prospects" });
    expect(await test.undoables()).toBe(before);
  });
});

describe("undoing commands on rows", () => {
  it("archives a new row", async () => {
    const { admin, base, list, done, undoables } = await opened();
    const input = { base, values: { company: "Initech" }, idempotencyKey: "one" };
    const { undo } = await undoable(admin, "bases.rows.create", input);
    expect(await list()).toHaveLength(1);
    const { redo } = await undo();
    expect(await list()).toEqual([]);
    await redo();
    expect(await list()).toMatchObject([{ values: { company: "Initech" } }]);
    const before = await undoables();
    await done("bases.rows.create", input);
    expect(await undoables()).toBe(before);
  });

  it.each(["archive", "unarchive"])("reverses %s", async (verb) => {
    const test = await opened();
    const { id } = await test.add({ company: "Initech" });
    if (verb === "unarchive") await test.done("bases.rows.archive", { row: id });
    await goAndReturn(test, `rows.${verb}`, { row: id }, async () => (await test.list()).length);
    const before = await test.undoables();
    await test.done(`bases.rows.${verb}`, { row: id });
    expect(await test.undoables()).toBe(before);
  });

  it("reverses an update, also after a property or option was renamed", async () => {
    const test = await opened();
    const { id } = await test.add({ company: "Initech", worth: 12.5, stage: "New" });
    const values = { company: "Hooli", worth: null, due: "2026-11-23", stage: "Won" };
    await goAndReturn(test, "rows.update", { row: id, values }, () => test.row(id));
    await test.done("bases.rows.update", { row: id, values: { stage: "Lost" } });
    const [{ event }] = (await test.done("service.undo.list")).commands;
    const { config } = (await test.props()).find(({ key }: { key: string }) => key === "stage");
    const options = config.options.map((one: Shown) => (one.name === "Won" ? { ...one, name: "Closed" } : one));
    await test.done("bases.props.update", { base: test.base, prop: "stage", key: "state", config: { options } });
    await test.done("service.undo", { event, execute: true });
    expect((await test.row(id)).values).toMatchObject({ state: "Closed" });
  });

  it("restores what an agent filled in from the former values", async () => {
    const test = await opened();
    const config = { agent: "main", instructions: "Sum up", inputs: ["company"] };
    await test.done("bases.props.create", { base: test.base, name: "Summary", type: "agent", config });
    const { id } = await test.add({ company: "Initech", summary: "Software" });
    await goAndReturn(test, "rows.update", { row: id, values: { company: "Hooli" } }, () => test.row(id));
    expect((await test.row(id)).values).toEqual({ company: "Hooli" });
  });

  it("leaves out what changes nothing, former decisions, and required values", async () => {
    const test = await opened();
    const { id } = await test.add({ company: "Initech" });
    await test.done("bases.props.create", { base: test.base, name: "Budget", type: "approval" });
    const { undo } = await undoable(test.admin, "bases.rows.update", { row: id, values: { budget: "pending" } });
    expect((await test.row(id)).values).toMatchObject({ budget: { status: "pending" } });
    await undo();
    expect((await test.row(id)).values).toEqual({ company: "Initech" });
    await test.done("bases.props.update", { base: test.base, prop: "due", required: true });
    const before = await test.undoables();
    await test.done("bases.rows.update", { row: id, values: { company: "Initech", due: "2026-11-23" } });
    await test.done("bases.rows.update", { row: id, values: { company: "Initech" } });
    // Only the first decision can be cleared.
    for (const budget of ["approved", null]) await test.done("bases.rows.update", { row: id, values: { budget } });
    expect(await test.undoables()).toBe(before + 1);
  });
});

describe("undoing commands on properties", () => {
  it("deletes a new property, and restores a deleted one with its values", async () => {
    const test = await opened();
    const { id } = await test.add({ company: "Initech", worth: 1 });
    const look = async () => [await test.row(id), await test.props()];
    await goAndReturn(test, "props.create", { base: "leads", name: "Note", type: "text", position: 0 }, look);
    await goAndReturn(test, "props.delete", { base: "leads", prop: "worth" }, look);
  });

  it("deletes a restored property again", async () => {
    const test = await opened();
    await test.done("bases.props.delete", { base: test.base, prop: "worth" });
    const before = await test.props();
    await test.done("bases.props.restore", { base: test.base, prop: "worth" });
    expect(await test.props()).toHaveLength(4);
    const { by } = (await test.admin.post("service.undo", { execute: true })).body;
    expect(await test.props()).toEqual(before);
    await test.admin.post("service.undo", { event: by, execute: true });
    expect(await test.props()).toHaveLength(4);
  });

  it.each<[string, string, object]>([
    ["names", "worth", { key: "value", name: "Value", description: "In euros", required: true }],
    ["position", "company", { position: 2 }],
    ["settings", "worth", { config: { format: "currency", currency: "EUR" } }],
  ])("reverses an update of its %s", async (_title, prop, change) => {
    const test = await opened();
    await goAndReturn(test, "props.update", { base: "leads", prop, ...change }, test.props);
  });

  it("reverses an update of its options, which rows keep", async () => {
    const test = await opened();
    const { id } = await test.add({ company: "Initech", stage: "Won" });
    const options = [{ name: "Won", color: "red", archived: true }, { name: "New" }, { name: "Open" }];
    // An option that is created again has another id.
    const look = async () => {
      const props = JSON.stringify(await test.props());
      return [JSON.parse(props.replaceAll(/"opt_[0-9a-f]{24}"/g, '"opt_"')), await test.row(id)];
    };
    await goAndReturn(test, "props.update", { base: "leads", prop: "stage", config: { options } }, look);
  });

  it("leaves out what changes nothing, and another type", async () => {
    const test = await opened();
    const before = await test.undoables();
    const update = (prop: string, change: object) =>
      test.done("bases.props.update", { base: test.base, prop, ...change, execute: true });
    await update("worth", { name: "Worth", position: 1, config: { precision: 2 } });
    await update("worth", { type: "text", name: "Value" });
    expect((await test.props()).map(({ name }: Shown) => name)).toContain("Value");
    expect(await test.undoables()).toBe(before);
  });
});

const filter = { match: "all", where: [{ field: "stage", op: "eq", value: "New" }] };

describe("undoing commands on charts and views", () => {
  it("reverses the creation, updates and removal of a chart", async () => {
    const test = await opened();
    const { base } = test;
    await goAndReturn(test, "charts.create", { base, name: "Stages", x: "stage", y: "sum:worth", filter }, test.charts);
    const chart = (await test.done("bases.charts.list", { base })).charts[0].id;
    const own = { base: "leads", chart };
    await goAndReturn(test, "charts.update", { ...own, name: "All", kind: "number", withoutFilter: true }, test.charts);
    await goAndReturn(test, "charts.update", { ...own, kind: "line", x: "company", y: "count" }, test.charts);
    await goAndReturn(test, "charts.update", { ...own, filter, x: "stage" }, test.charts);
    const before = await test.undoables();
    await test.done("bases.charts.update", { ...own, name: "All", kind: "line", filter });
    expect(await test.undoables()).toBe(before);
    await goAndReturn(test, "charts.remove", own, test.charts);
  });

  it("reverses the creation, updates and removal of a view", async () => {
    const test = await opened();
    const { base } = test;
    await goAndReturn(test, "views.create", { base, name: "Open", filter, properties: ["company"] }, test.views);
    const own = { base: "leads", view: "Open" };
    await goAndReturn(test, "views.update", { ...own, sort: ["worth:desc"], withoutFilter: true }, test.views);
    await goAndReturn(test, "views.update", { ...own, properties: ["due", "stage"], filter, sort: [] }, test.views);
    const before = await test.undoables();
    await test.done("bases.views.update", { ...own, properties: ["due", "stage"], sort: [] });
    expect(await test.undoables()).toBe(before);
    await goAndReturn(test, "views.update", { ...own, name: "Late" }, test.views);
    await goAndReturn(test, "views.remove", { base, view: "Late" }, test.views);
  });

  it("leaves out views without properties", async () => {
    const { done, undoables } = await opened();
    const base = (await done("bases.create", { name: "Empty" })).base.id;
    const view = (await done("bases.views.create", { base, name: "All" })).view.id;
    await done("bases.props.create", { base, name: "Note", type: "text" });
    const before = await undoables();
    await done("bases.views.update", { base, view, properties: ["note"] });
    await done("bases.props.delete", { base, prop: "note" });
    expect(await undoables()).toBe(before + 1);
  });
});
