import { describe, expect, it } from "vitest";
import { openGateway } from "./gateway.ts";

describe("a base", () => {
  it("is created with its properties, and found by id and slug", async () => {
    const { base, done } = await openGateway();
    expect(base).toMatchObject({ slug: "leads", status: "active", rowCount: 0, schemaVersion: 1, version: 1 });
    expect(base.capabilities).toEqual({ manage: true, readDirect: true, writeDirect: true });
    const shown = await done("bases.show", { base: "leads" });
    expect(shown).toMatchObject({ success: true, projectRef: "local", base: { id: base.id } });
    expect(shown).not.toHaveProperty("consoleUrl");
    expect(shown.properties.map(({ key, position }: { key: string; position: number }) => [key, position])).toEqual([
      ["company", 0],
      ["worth", 1],
      ["stage", 2],
      ["due", 3],
    ]);
  });

  it("belongs to a project, which distinguishes bases with the same slug", async () => {
    const { done, admin } = await openGateway();
    const { project } = await done("projects.create", { name: "Apollo" });
    const made = await done("bases.create", { name: "Leads", project: "apollo" });
    expect(made).toMatchObject({ projectRef: "apollo", base: { slug: "leads", projectId: project.id } });
    expect(await admin.post("bases.show", { base: "leads" })).toMatchObject({
      status: 409,
      body: { code: "bases.base_ambiguous", candidates: [{ project: "local" }, { project: project.id }] },
    });
    expect((await done("bases.show", { base: "leads", project: "apollo" })).base.id).toBe(made.base.id);
    expect((await done("bases.list", { project: "apollo" })).bases).toHaveLength(1);
    expect(await admin.post("bases.list", { project: "gemini" })).toMatchObject({
      status: 404,
      body: { code: "bases.project_not_found" },
    });
  });

  it("rejects a slug that is in use, and makes unique slugs from names", async () => {
    const { admin, done } = await openGateway();
    expect(await admin.post("bases.create", { name: "X", slug: "leads" })).toMatchObject({
      status: 409,
      body: { code: "bases.slug_taken" },
    });
    expect((await done("bases.create", { name: "Léads!" })).base.slug).toBe("leads-2");
    expect(await admin.post("bases.create", { name: "東京" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "/slug" }] },
    });
  });

  it("can be updated and archived, and is then read-only", async () => {
    const { done, admin, base, add } = await openGateway();
    const row = await add({ company: "Initech" });
    const changed = await done("bases.update", { base: "leads", name: "Leads 2027", timezone: "Europe/Berlin" });
    expect(changed.base).toMatchObject({ name: "Leads 2027", timezone: "Europe/Berlin", version: 2 });
    expect(await admin.post("bases.update", { base: "leads", timezone: "Mars/Olympus" })).toMatchObject({
      status: 400,
    });
    await done("bases.archive", { base: "leads" });
    for (const [id, body] of [
      ["bases.rows.create", { base: "leads", values: { company: "x" } }],
      ["bases.rows.update", { row: row.id, values: { company: "x" } }],
      ["bases.rows.archive", { row: row.id }],
      ["bases.props.create", { base: "leads", name: "X", type: "text" }],
      ["bases.props.delete", { base: "leads", prop: "worth" }],
      ["bases.views.create", { base: "leads", name: "X" }],
      ["bases.update", { base: "leads", name: "X" }],
    ] as const) {
      expect(await admin.post(id, body)).toMatchObject({ status: 409, body: { code: "bases.base_archived" } });
    }
    expect((await done("bases.rows.list", { base: "leads" })).rows).toHaveLength(1);
    expect((await done("bases.list", { status: "archived" })).bases).toHaveLength(1);
    expect((await done("bases.unarchive", { base: base.id })).base.capabilities.writeDirect).toBe(true);
  });
});

describe("a property", () => {
  it("is inserted at its position, and the others move", async () => {
    const { done } = await openGateway();
    const { property, report } = await done("bases.props.create", {
      base: "leads",
      name: "Owner",
      type: "person",
      position: "1",
    });
    expect(property).toMatchObject({ key: "owner", position: 1, required: false, config: {} });
    expect(report).toEqual({
      activeRows: 0,
      converted: 0,
      cleared: 0,
      missing: 0,
      dependents: { charts: [], views: [] },
      dryRun: false,
    });
    const keys = async () =>
      (await done("bases.props.list", { base: "leads", fields: "key" })).properties.map(
        ({ key }: { key: string }) => key,
      );
    expect(await keys()).toEqual(["company", "owner", "worth", "stage", "due"]);
    await done("bases.props.update", { base: "leads", prop: "due", position: "0" });
    expect(await keys()).toEqual(["due", "company", "owner", "worth", "stage"]);
  });

  it.each([
    ["a key that is in use", { name: "Worth", type: "text" }, 409, "bases.key_taken"],
    ["an invalid key", { key: "9x", name: "X", type: "text" }, 400, "gateway.invalid_input"],
    ["the key constructor", { key: "constructor", name: "X", type: "text" }, 400, "gateway.invalid_input"],
    ["a name without usable characters", { name: "東京", type: "text" }, 400, "gateway.invalid_input"],
    ["options for a number", { name: "X", type: "number", config: { options: [] } }, 400, "gateway.invalid_input"],
    [
      "a currency without the currency format",
      { name: "X", type: "number", config: { currency: "EUR" } },
      400,
      "gateway.invalid_input",
    ],
    ["a status without options", { name: "X", type: "status" }, 400, "gateway.invalid_input"],
    [
      "two options with the same name",
      { name: "X", type: "select", config: { options: [{ name: "a" }, { name: "a" }] } },
      400,
      "gateway.invalid_input",
    ],
    [
      "an agent without instructions",
      { name: "X", type: "agent", config: { agent: "main" } },
      400,
      "gateway.invalid_input",
    ],
    [
      "inputs that do not exist",
      { name: "X", type: "agent", config: { agent: "a", instructions: "b", inputs: ["nope"] } },
      400,
      "gateway.invalid_input",
    ],
    [
      "a user as approver without userId",
      { name: "X", type: "approval", config: { approvers: [{ kind: "user" }] } },
      400,
      "gateway.invalid_input",
    ],
    [
      "an outdated schema version",
      { name: "X", type: "text", expectedSchemaVersion: "7" },
      409,
      "bases.schema_version_mismatch",
    ],
  ])("is rejected with %s", async (_what, body, status, code) => {
    const { admin, done } = await openGateway();
    expect(await admin.post("bases.props.create", { base: "leads", ...body })).toMatchObject({
      status,
      body: { code },
    });
    expect((await done("bases.show", { base: "leads" })).base.schemaVersion).toBe(1);
  });

  it("keeps the ids of its options, and does not remove an option in use", async () => {
    const { done, admin, add, list } = await openGateway();
    await add({ company: "Initech", stage: "Won" });
    const { properties } = await done("bases.props.list", { base: "leads" });
    const [, , stage] = properties;
    const [, won] = stage.config.options;
    const renamed = await done("bases.props.update", {
      base: "leads",
      prop: "stage",
      config: { options: [{ name: "New" }, { id: won.id, name: "Gained", color: "green" }] },
    });
    expect(renamed.property.config.options).toEqual([
      { id: stage.config.options[0].id, name: "New", color: "gray" },
      { id: won.id, name: "Gained", color: "green" },
    ]);
    expect((await list())[0].values.stage).toBe("Gained");
    expect(
      await admin.post("bases.props.update", { base: "leads", prop: "stage", config: { options: [{ name: "New" }] } }),
    ).toMatchObject({ status: 409, body: { code: "bases.option_in_use", optionId: won.id } });
    const archived = { options: [{ name: "New" }, { id: won.id, name: "Gained", archived: true }] };
    await done("bases.props.update", { base: "leads", prop: "stage", config: archived });
    expect((await list())[0].values.stage).toBe("Gained");
    expect(
      await admin.post("bases.rows.create", { base: "leads", values: { company: "x", stage: "Gained" } }),
    ).toMatchObject({
      status: 400,
      body: { issues: [{ path: "/values/stage", message: 'must not be the archived option "Gained"' }] },
    });
  });
});
