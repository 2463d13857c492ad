import { describe, expect, it } from "vitest";
import { rowsChanged } from "../../../plugins/bases/src/events.ts";
import { openGateway } from "./gateway.ts";

async function withDeleted() {
  const setup = await openGateway();
  const { done, add } = setup;
  await add({ company: "Initech", worth: 12.5 });
  await add({ company: "Hooli", worth: 900 });
  const archived = await add({ company: "Globex", worth: 3 });
  await done("bases.rows.archive", { row: archived.id });
  await add({ company: "Acme" });
  const { property } = await done("bases.props.delete", { base: "leads", prop: "worth" });
  return { ...setup, property };
}

describe("a deleted property", () => {
  it("is restored with its values at its position, with a report", async () => {
    const { done, property, list } = await withDeleted();
    expect(property.deletedAt).toMatch(/Z$/);
    expect((await list())[0].values).toEqual({ company: "Initech" });
    const restored = await done("bases.props.restore", { base: "leads", prop: "worth" });
    expect(restored).toMatchObject({
      success: true,
      projectRef: "local",
      base: { schemaVersion: 3, rowCount: 3 },
      property: { id: property.id, key: "worth", position: 1 },
      report: { activeRows: 3, converted: 2, cleared: 0, missing: 1, dryRun: false },
    });
    expect(restored.property).toHaveProperty("deletedAt", "");
    expect((await list()).map(({ values }: { values: { worth?: number } }) => values.worth)).toEqual([
      12.5,
      900,
      undefined,
    ]);
  });

  it("is not restored while another property has its key, and names that property", async () => {
    const { done, admin, property } = await withDeleted();
    const other = await done("bases.props.create", { base: "leads", name: "Worth", type: "text" });
    expect(await admin.post("bases.props.restore", { base: "leads", prop: property.id })).toMatchObject({
      status: 409,
      body: { code: "bases.key_taken", propertyId: other.property.id },
    });
    expect(await admin.post("bases.props.restore", { base: "leads", prop: "worth" })).toMatchObject({
      status: 409,
      body: { code: "bases.key_taken", propertyId: other.property.id },
    });
    await done("bases.props.update", { base: "leads", prop: other.property.id, key: "value" });
    await done("bases.props.restore", { base: "leads", prop: "worth" });
  });

  it("is restored if only another deleted property has its key", async () => {
    const { done, property } = await withDeleted();
    const other = await done("bases.props.create", { base: "leads", name: "Worth", type: "text" });
    await done("bases.props.delete", { base: "leads", prop: other.property.id });
    const { property: restored } = await done("bases.props.restore", { base: "leads", prop: property.id });
    expect(restored.id).toBe(property.id);
  });

  it.each([
    ["a property that is not deleted", { prop: "company" }, 409, "bases.property_not_deleted"],
    ["an unknown property", { prop: "nope" }, 404, "bases.property_not_found"],
    ["an unknown base", { base: "nope", prop: "worth" }, 404, "bases.base_not_found"],
    ["an outdated schema version", { prop: "worth", expectedSchemaVersion: "1" }, 409, "bases.schema_version_mismatch"],
    ["a schema version that is a number", { prop: "worth", expectedSchemaVersion: 2 }, 400, "gateway.invalid_input"],
    [
      "a schema version with leading zeros",
      { prop: "worth", expectedSchemaVersion: "02" },
      400,
      "gateway.invalid_input",
    ],
    ["the address of another gateway", { prop: "worth", console: "https://example.com" }, 400, "bases.unknown_console"],
    ["an unknown project", { prop: "worth", project: "apollo" }, 404, "bases.project_not_found"],
    ["the unknown field execute", { prop: "worth", execute: true }, 400, "gateway.invalid_input"],
  ])("is not restored for %s", async (_what, body, status, code) => {
    const { admin } = await withDeleted();
    expect(await admin.post("bases.props.restore", { base: "leads", ...body })).toMatchObject({
      status,
      body: { code },
    });
  });

  it("is restored with the gateway's own address and the current schema version", async () => {
    const { done } = await withDeleted();
    await done("bases.props.restore", {
      base: "leads",
      prop: "worth",
      console: "http://127.0.0.1:4870/bases",
      project: "local",
      expectedSchemaVersion: "2",
    });
  });

  it("is reported with the views and charts that use it", async () => {
    const setup = await openGateway();
    const { done, list } = setup;
    const { view } = await done("bases.views.create", {
      base: "leads",
      name: "Rich",
      properties: ["company"],
      sort: ["worth:desc"],
    });
    const { chart } = await done("bases.charts.create", { base: "leads", name: "Sum", kind: "number", y: "sum:worth" });
    await setup.add({ company: "Initech", worth: 1 });
    await setup.add({ company: "Hooli", worth: 2 });
    const dependents = { views: [{ id: view.id, name: "Rich" }], charts: [{ id: chart.id, name: "Sum" }] };
    expect((await done("bases.props.delete", { base: "leads", prop: "worth" })).report.dependents).toEqual(dependents);
    expect(await list({ view: "Rich", fields: "values" })).toEqual([
      { values: { company: "Initech" } },
      { values: { company: "Hooli" } },
    ]);
    const [listed] = (await done("bases.views.list", { base: "leads" })).views;
    expect(listed.dangling).toHaveLength(1);
    expect((await done("bases.props.restore", { base: "leads", prop: "worth" })).report.dependents).toEqual(dependents);
    expect(await list({ view: "Rich", fields: "values" })).toEqual([
      { values: { company: "Hooli" } },
      { values: { company: "Initech" } },
    ]);
    expect((await done("bases.charts.show", { base: "leads", chart: chart.id })).points).toEqual([{ y: 3 }]);
  });

  it("competes with a new property for its key, and exactly one succeeds, 50 times", async () => {
    const { done, admin } = await openGateway();
    for (let round = 0; round < 50; round++) {
      await done("bases.props.create", { base: "leads", key: "raced", name: "R", type: "text" });
      await done("bases.props.delete", { base: "leads", prop: "raced" });
      const { properties } = await done("bases.props.list", { base: "leads", deleted: true });
      const [{ id }] = properties;
      const replies = await Promise.all([
        admin.post("bases.props.restore", { base: "leads", prop: id }),
        admin.post("bases.props.create", { base: "leads", key: "raced", name: "R", type: "text" }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.body.code).toBe("bases.key_taken");
      const { properties: live } = await done("bases.props.list", { base: "leads" });
      for (const property of live)
        if (property.key === "raced") await done("bases.props.delete", { base: "leads", prop: property.id });
      for (const property of (await done("bases.props.list", { base: "leads", deleted: true })).properties)
        await done("bases.props.purge", { base: "leads", prop: property.id, execute: true });
    }
  });

  it("is purged with its values after a dry run", async () => {
    const { done, admin, property } = await withDeleted();
    const shown = await done("bases.props.purge", { base: "leads", prop: "worth" });
    expect(shown).toMatchObject({ dryRun: true, plan: { report: { cleared: 2, dryRun: true } } });
    const purged = await done("bases.props.purge", { base: "leads", prop: "worth", execute: true });
    expect(purged).toMatchObject({ property: { id: property.id }, report: { cleared: 2, dryRun: false } });
    expect(await admin.post("bases.props.restore", { base: "leads", prop: property.id })).toMatchObject({
      status: 404,
    });
    await expect
      .poll(
        async () =>
          (await done("bases.upkeep.list", { base: (await done("bases.show", { base: "leads" })).base.id })).upkeep[0]
            .status,
      )
      .toBe("done");
  });
});

describe("a change of type", () => {
  it("is a dry run with a report first, and then converts all rows", async () => {
    const { done, add, list } = await openGateway();
    const { property } = await done("bases.props.create", { base: "leads", name: "Note", type: "text" });
    for (const note of ["12", "1.5", "dear", undefined]) await add({ company: "x", ...(note && { note }) });
    const change = { base: "leads", prop: "note", type: "number" };
    const { plan } = await done("bases.props.update", change);
    expect(plan.report).toMatchObject({ activeRows: 4, converted: 2, cleared: 1, missing: 1, dryRun: true });
    expect((await list())[0].values.note).toBe("12");
    const done1 = await done("bases.props.update", { ...change, execute: true });
    expect(done1).toMatchObject({
      property: { id: property.id, type: "number" },
      report: { converted: 2, dryRun: false },
    });
    // Visible immediately, whether or not the rows are rewritten yet.
    const notes = async (body = {}) =>
      (await list(body)).map(({ values }: { values: { note?: number } }) => values.note);
    expect(await notes()).toEqual([12, 1.5, undefined, undefined]);
    expect(await notes({ sort: ["note"] })).toEqual([1.5, 12, undefined, undefined]);
    expect(await notes({ filter: { match: "all", where: [{ field: "note", op: "gt", value: 2 }] } })).toEqual([12]);
    await expect.poll(async () => (await done("bases.upkeep.list", {})).upkeep[0].status).toBe("done");
    expect(await notes({ sort: ["note:desc"] })).toEqual([12, 1.5, undefined, undefined]);
    expect(await notes({ filter: { match: "all", where: [{ field: "note", op: "gt", value: 2 }] } })).toEqual([12]);
    await done("bases.props.delete", { base: "leads", prop: "note" });
    const { report } = await done("bases.props.restore", { base: "leads", prop: "note" });
    expect(report).toMatchObject({ activeRows: 4, converted: 2, cleared: 0, missing: 2 });
  });

  it("converts a row that is archived or unarchived while others are converted", async () => {
    const { done, add, gateway } = await openGateway();
    await done("bases.props.create", { base: "leads", name: "Note", type: "text" });
    const archived = await add({ company: "x", note: "dear" });
    const active = await add({ company: "x", note: "dear" });
    await done("bases.rows.archive", { row: archived.id });
    const content = `company,note\n${"x,dear\n".repeat(1_000)}`;
    await done("bases.rows.import", { base: "leads", format: "csv", content });
    const firstPortion = new Promise<void>((resolve) => {
      gateway.on(rowsChanged, () => resolve());
    });
    await done("bases.props.update", { base: "leads", prop: "note", type: "number", execute: true });
    await firstPortion;
    // Both rows sort before the rest of the active rows, which the conversion has passed.
    await done("bases.rows.unarchive", { row: archived.id });
    await done("bases.rows.archive", { row: active.id });
    await expect.poll(async () => (await done("bases.upkeep.list", {})).upkeep[0].status).toBe("done");
    for (const { id } of [archived, active]) {
      expect((await done("bases.rows.show", { row: id })).row.values).toEqual({ company: "x" });
    }
  });

  it("keeps the options of a select that becomes a multi_select", async () => {
    const { done, add, list } = await openGateway();
    await add({ company: "x", stage: "Won" });
    await done("bases.props.update", { base: "leads", prop: "stage", type: "multi_select", execute: true });
    expect((await list())[0].values.stage).toEqual(["Won"]);
    await done("bases.props.update", { base: "leads", prop: "stage", type: "text", execute: true });
    expect((await list())[0].values.stage).toBe("Won");
  });
});
