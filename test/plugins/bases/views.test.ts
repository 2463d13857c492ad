import bases from "@postern/bases";
import { defineGroup, definePlugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { consolePages } from "@postern/kit/console";
import { describe, expect, it, onTestFinished } from "vitest";
import { openGateway } from "./gateway.ts";

async function filled() {
  const setup = await openGateway();
  for (const [company, worth, stage] of [
    ["Initech", 10, "New"],
    ["Hooli", 30, "Won"],
    ["Globex", 20, "New"],
    ["Acme", undefined, undefined],
  ] as const)
    await setup.add({ company, ...(worth && { worth }), ...(stage && { stage }) });
  return setup;
}
const names = (rows: { values: { company: string } }[]) => rows.map(({ values }) => values.company);

describe("a view", () => {
  it("applies its filter, sort order and properties, which a call can narrow or replace", async () => {
    const { done, list } = await filled();
    const { view } = await done("bases.views.create", {
      base: "leads",
      name: "New ones",
      properties: ["company", "worth"],
      filter: { match: "all", where: [{ field: "stage", op: "eq", value: "New" }] },
      sort: ["worth:desc"],
    });
    expect(view).toMatchObject({ name: "New ones", properties: ["company", "worth"], sort: ["worth:desc"] });
    expect(await list({ view: "New ones", fields: "values" })).toEqual([
      { values: { company: "Globex", worth: 20 } },
      { values: { company: "Initech", worth: 10 } },
    ]);
    expect(names(await list({ view: view.id, sort: ["worth"] }))).toEqual(["Initech", "Globex"]);
    const rich = { match: "all", where: [{ field: "worth", op: "gt", value: 15 }] };
    expect(names(await list({ view: view.id, filter: rich }))).toEqual(["Globex"]);
  });

  it("survives renamed properties", async () => {
    const { done, list } = await filled();
    await done("bases.views.create", { base: "leads", name: "All", properties: ["worth"], sort: ["worth"] });
    await done("bases.props.update", { base: "leads", prop: "worth", key: "value" });
    const { views } = await done("bases.views.list", { base: "leads" });
    expect(views).toMatchObject([{ properties: ["value"], sort: ["value"] }]);
    expect((await list({ view: "All" }))[0].values).toEqual({ value: 10 });
  });

  it("is updated and removed by its name or id", async () => {
    const { done, admin } = await filled();
    const filter = { match: "any", where: [{ field: "stage", op: "filled" }] };
    const { view } = await done("bases.views.create", { base: "leads", name: "A", filter });
    await done("bases.views.create", { base: "leads", name: "B" });
    expect(await admin.post("bases.views.update", { base: "leads", view: "A", name: "B" })).toMatchObject({
      status: 409,
      body: { code: "bases.view_name_taken" },
    });
    const changed = await done("bases.views.update", { base: "leads", view: "A", name: "C", withoutFilter: true });
    expect(changed.view).toMatchObject({ id: view.id, name: "C" });
    expect(changed.view).not.toHaveProperty("filter");
    await done("bases.views.remove", { base: "leads", view: view.id });
    expect(await admin.post("bases.rows.list", { base: "leads", view: "C" })).toMatchObject({ status: 404 });
    expect((await done("bases.views.list", { base: "leads" })).total).toBe(1);
  });

  it.each([
    [{ properties: ["nope"] }, 404, "bases.property_not_found"],
    [{ properties: ["company", "company"] }, 400, "gateway.invalid_input"],
    [{ sort: ["nope"] }, 404, "bases.property_not_found"],
    [{ sort: ["worth:up"] }, 400, "gateway.invalid_input"],
    [{ filter: { match: "all", where: [{ field: "stage", op: "eq", value: "Maybe" }] } }, 400, "gateway.invalid_input"],
  ])("is not saved with %j", async (body, status, code) => {
    const { admin } = await openGateway();
    expect(await admin.post("bases.views.create", { base: "leads", name: "X", ...body })).toMatchObject({
      status,
      body: { code },
    });
  });
});

describe("a chart", () => {
  it("aggregates the rows of its filter, in the order of x", async () => {
    const { done } = await filled();
    const { chart } = await done("bases.charts.create", { base: "leads", name: "Stages", x: "stage", y: "sum:worth" });
    const points = async () => (await done("bases.charts.show", { base: "leads", chart: chart.id })).points;
    expect(await points()).toEqual([
      { x: "New", y: 30 },
      { x: "Won", y: 30 },
    ]);
    await done("bases.charts.update", { base: "leads", chart: chart.id, y: "count" });
    expect(await points()).toEqual([{ x: "New", y: 2 }, { x: "Won", y: 1 }, { y: 1 }]);
    const filter = { match: "all", where: [{ field: "worth", op: "gte", value: 20 }] };
    await done("bases.charts.update", { base: "leads", chart: chart.id, kind: "number", y: "avg:worth", filter });
    expect(await points()).toEqual([{ y: 25 }]);
    const removed = await done("bases.charts.remove", { base: "leads", chart: chart.id });
    expect(removed.chart).toMatchObject({ id: chart.id, kind: "number", y: "avg:worth" });
    expect((await done("bases.charts.list", { base: "leads" })).charts).toEqual([]);
  });

  it.each([
    [{ kind: "bar" }, 400, "gateway.invalid_input"],
    [{ kind: "number", x: "stage" }, 400, "gateway.invalid_input"],
    [{ x: "stage", y: "sum:company" }, 400, "gateway.invalid_input"],
    [{ x: "stage", y: "median:worth" }, 400, "gateway.invalid_input"],
    [{ x: "nope" }, 404, "bases.property_not_found"],
  ])("is not saved as %j", async (body, status, code) => {
    const { admin } = await openGateway();
    expect(await admin.post("bases.charts.create", { base: "leads", name: "X", ...body })).toMatchObject({
      status,
      body: { code },
    });
  });
});

describe("the page of a base", () => {
  it("shows the base to a key with read access", async () => {
    const { admin, client, base } = await filled();
    expect(await admin.send(`/bases/${base.id}`)).toMatchObject({
      status: 200,
      body: { base: { id: base.id, rowCount: 4 }, success: true },
    });
    expect(await admin.send("/bases/nope")).toMatchObject({ status: 404, body: { code: "bases.base_not_found" } });
    const other = await client(["chats:read"]);
    expect(await other.send(`/bases/${base.id}`)).toMatchObject({ status: 403, body: { scope: "bases:read" } });
  });
});

describe("the consoleUrl of a base", () => {
  async function withConsole(urlOf?: (path: string) => string) {
    const console = defineGroup("console", { title: "Console" });
    const plugin = definePlugin(console, {
      version: "1.0.0",
      operations: [],
      provides: { pages: consolePages },
      setup: () => ({ services: { pages: { urlOf: urlOf ?? (() => "") } } }),
    });
    const plugins = [bases({ address: "https://gateway.example.com" }), ...(urlOf ? [plugin()] : [])];
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(stop);
    const { body } = await admin.post("bases.create", { name: "Leads" });
    return { admin, body };
  }

  it("is the page of the console, if one is enabled", async () => {
    const { body } = await withConsole((path) => `/console/#/${path}`);
    expect(body.consoleUrl).toBe(`https://gateway.example.com/console/#/bases/${body.base.id}`);
    const elsewhere = await withConsole((path) => `https://console.example.com/${path}`);
    expect(elsewhere.body.consoleUrl).toBe(`https://console.example.com/bases/${elsewhere.body.base.id}`);
  });

  it("is absent without a console", async () => {
    expect((await withConsole()).body).not.toHaveProperty("consoleUrl");
  });
});

describe("the points of a chart", () => {
  it("have the precision of the property, despite errors of binary addition", async () => {
    const { admin, stop } = await testGateway({ plugins: [bases()] });
    onTestFinished(stop);
    const props = [
      { name: "Worth", key: "worth", type: "number", config: { precision: 2 } },
      { name: "Share", key: "share", type: "number" },
    ];
    await admin.post("bases.create", { name: "Leads", slug: "leads", props });
    for (const values of [{ worth: 150_348_622.2, share: 0.1 }, { worth: 0.45, share: 0.2 }, { worth: 0.05 }])
      expect((await admin.post("bases.rows.create", { base: "leads", values })).status).toBe(200);
    const y = async (aggregate: string) => {
      const { body } = await admin.post("bases.charts.create", {
        base: "leads",
        name: aggregate,
        kind: "number",
        y: aggregate,
      });
      expect(body).toHaveProperty("chart");
      const { points } = (await admin.post("bases.charts.show", { base: "leads", chart: body.chart.id })).body;
      return points[0].y;
    };
    expect(await y("sum:worth")).toBe(150_348_622.7);
    expect(await y("avg:worth")).toBe(50_116_207.57);
    expect(await y("sum:share")).toBe(0.3);
  });
});
