import { missingDependency, type RecordName, type Wire } from "@postern/kit/sync";
import { describe, expect, it } from "vitest";
import { expectSettled, type Side } from "../linked.ts";
import { add, baseOn, open, PROPS, propertiesOn, rowsOn, settleAll } from "./linked.ts";

const keysOn = async (side: Side, base: string): Promise<string[]> =>
  (await propertiesOn(side, base)).map(({ key }: { key: string }) => key);

describe("bases on linked gateways", () => {
  it("are the same on both, except for their projects", async () => {
    const linked = await open();
    const { a, b } = linked;
    const { project } = await a.post("projects.create", { name: "Canary", slug: "canary" });
    const { base } = await a.post("bases.create", { name: "Leads", project: project.id, icon: "★", props: PROPS });
    const all = await settleAll(linked);
    expect(JSON.stringify(all).toLowerCase()).not.toContain("canary");
    expect(JSON.stringify(all)).not.toContain(project.id);
    expect((await b.post("bases.show", { base: "leads" })).base).toMatchObject({ id: base.id, icon: "★", rowCount: 0 });
    expect(await keysOn(b, base.id)).toEqual(["company", "worth", "stage"]);
    await b.post("bases.update", { base: base.id, name: "Customers", icon: "" });
    await b.post("bases.archive", { base: base.id });
    await settleAll(linked);
    const shown = (await a.post("bases.show", { base: base.id })).base;
    expect(shown).toMatchObject({ name: "Customers", status: "archived", projectId: project.id });
    expect(shown.icon).toBe("");
    await a.post("bases.unarchive", { base: base.id });
    await settleAll(linked);
    expect(b.bySync().filter((type) => type.startsWith("bases.base."))).toEqual([
      "bases.base.created",
      "bases.base.unarchived",
    ]);
    await expectSettled(a);
    await expectSettled(b);
  });

  it("have the same rows with the same counts, order and versions", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    const row = await add(a, base, { company: "Ada", worth: 5.25, stage: "New" });
    await settleAll(linked);
    await add(b, base, { company: "Bob", worth: 1 });
    await b.post("bases.rows.update", { row, values: { stage: "Won" } });
    await settleAll(linked);
    for (const side of [a, b]) {
      const found = await rowsOn(side, base, { sort: ["worth"] });
      expect(found.map(({ values }: { values: object }) => values)).toMatchObject([
        { company: "Bob", worth: 1 },
        { company: "Ada", worth: 5.25, stage: "Won" },
      ]);
      expect(found[1].version).toBe(2);
      expect((await side.post("bases.show", { base })).base.rowCount).toBe(2);
    }
    await a.post("bases.rows.archive", { row });
    await settleAll(linked);
    expect(await rowsOn(b, base)).toMatchObject([{ values: { company: "Bob" } }]);
    await b.post("bases.rows.unarchive", { row });
    await settleAll(linked);
    expect((await a.post("bases.show", { base })).base.rowCount).toBe(2);
    const events = b.bySync().filter((type) => type.startsWith("bases.row."));
    expect(events).toEqual(["bases.row.created", "bases.row.archived"]);
  });

  it("increase the version of a row that was changed on both", async () => {
    const linked = await open();
    const { a, b, conflicts } = linked;
    const base = await baseOn(a);
    const row = await add(a, base, { company: "Ada" });
    await settleAll(linked);
    await a.post("bases.rows.update", { row, values: { company: "Ann" } });
    await a.post("bases.rows.update", { row, values: { company: "Anna" } });
    await b.post("bases.rows.update", { row, values: { company: "Bea" } });
    const all = await settleAll(linked);
    expect(all[`row ${row}`]).toMatchObject({ version: 4 });
    expect((await rowsOn(a, base))[0].values).toEqual({ company: "Bea" });
    expect(conflicts.map(([kind]) => kind)).toContain("row");
  });

  it("never assign the same row id, even with equal commit counts", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    await settleAll(linked);
    for (let n = 0; n < 30; n++) for (const side of [a, b]) await add(side, base, { company: `${side.site}${n}` });
    await settleAll(linked);
    for (const side of [a, b]) expect(await rowsOn(side, base)).toHaveLength(60);
  });

  it("merge properties added on both, in the same order", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    await settleAll(linked);
    const version = async (side: Side) => (await side.post("bases.show", { base })).base.schemaVersion;
    const before = [await version(a), await version(b)];
    await a.post("bases.props.create", { base, name: "Due", type: "date", position: "0" });
    await b.post("bases.props.create", { base, name: "Owner", type: "person" });
    await a.post("bases.props.update", { base, prop: "worth", name: "Value" });
    await b.post("bases.props.update", { base, prop: "company", description: "Who" });
    await add(a, base, { company: "Ada", due: "2026-11-23" });
    await add(b, base, { company: "Bob", owner: "agent:main" });
    await settleAll(linked);
    expect(await keysOn(a, base)).toEqual(["due", "company", "worth", "stage", "owner"]);
    expect(await propertiesOn(b, base)).toEqual(await propertiesOn(a, base));
    for (const [at, side] of [a, b].entries()) expect(await version(side)).toBeGreaterThan(before[at] as number);
    expect(await rowsOn(a, base)).toHaveLength(2);
  });

  it("resolve duplicate keys, slugs and view names in favor of the lower id", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    await settleAll(linked);
    const props = [];
    const views = [];
    const others = [];
    for (const side of [a, b]) {
      props.push((await side.post("bases.props.create", { base, name: "Due", type: "date" })).property.id);
      views.push((await side.post("bases.views.create", { base, name: "All" })).view.id);
      others.push((await side.post("bases.create", { name: "Same" })).base.id);
    }
    const all = await settleAll(linked);
    const [property, otherProperty] = props.sort();
    expect(all[`property ${base} ${property}`]).toMatchObject({ key: "due" });
    expect(all[`property ${base} ${otherProperty}`]).toMatchObject({ key: `due_${otherProperty.slice(-8)}` });
    const [view, otherView] = views.sort();
    expect(all[`view ${base} ${view}`]).toMatchObject({ name: "All" });
    expect(all[`view ${base} ${otherView}`]).toMatchObject({ name: `All ${otherView.slice(-8)}` });
    const [same, other] = others.sort();
    expect(all[`base ${same}`]).toMatchObject({ slug: "same" });
    expect(all[`base ${other}`]).toMatchObject({ slug: `same-${other.slice(-8)}` });
  });

  it("delete, restore and purge a property and its values on both", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    await add(a, base, { company: "Ada", worth: 5 });
    await settleAll(linked);
    await b.post("bases.props.delete", { base, prop: "worth" });
    await settleAll(linked);
    expect(await keysOn(a, base)).toEqual(["company", "stage"]);
    await a.post("bases.props.restore", { base, prop: "worth" });
    await settleAll(linked);
    expect(await keysOn(b, base)).toEqual(["company", "worth", "stage"]);
    expect((await rowsOn(b, base))[0].values).toEqual({ company: "Ada", worth: 5 });
    await a.post("bases.props.delete", { base, prop: "worth" });
    await a.post("bases.props.purge", { base, prop: "worth", execute: true });
    const all = await settleAll(linked);
    expect(Object.keys(all).filter((name) => name.startsWith("property"))).toHaveLength(2);
    expect(await propertiesOn(b, base)).toEqual(await propertiesOn(a, base));
    expect(b.bySync()).toContain("bases.property.purged");
  });

  it("change the type of a property on both without losing rows", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    for (let n = 0; n < 20; n++) await add(a, base, { company: `${n}` });
    await settleAll(linked);
    await a.post("bases.props.update", { base, prop: "company", type: "number", execute: true });
    await add(b, base, { company: "21" });
    await add(b, base, { company: "none" });
    const row = await add(a, base, { company: 20 });
    const shuffled = true;
    await settleAll(linked, shuffled);
    for (const side of [a, b]) {
      const values = (await rowsOn(side, base)).map(
        ({ values: { company } }: { values: { company?: number } }) => company,
      );
      expect(values.filter((value: unknown) => value !== undefined).sort((x: number, y: number) => x - y)).toEqual(
        Array.from({ length: 22 }, (_, n) => n),
      );
      expect(values).toHaveLength(23);
      expect((await side.post("bases.rows.show", { row })).row.values).toEqual({ company: 20 });
    }
  });

  it("have the same views and charts", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    const filter = { match: "all", where: [{ field: "worth", op: "gt", value: 1 }] };
    const view = { base, name: "Rich", properties: ["company", "worth"], filter, sort: ["worth:desc"] };
    const made = (await a.post("bases.views.create", view)).view;
    const { chart } = await a.post("bases.charts.create", { base, name: "Sum", kind: "number", y: "sum:worth" });
    await add(a, base, { company: "Ada", worth: 5 });
    await settleAll(linked);
    expect((await b.post("bases.views.list", { base })).views).toEqual([made]);
    expect(await b.post("bases.charts.show", { base, chart: chart.id })).toMatchObject({ points: [{ y: 5 }] });
    await b.post("bases.views.update", { base, view: "Rich", name: "Richer" });
    await b.post("bases.charts.remove", { base, chart: chart.id });
    await settleAll(linked);
    expect((await a.post("bases.views.list", { base })).views).toMatchObject([{ name: "Richer" }]);
    expect((await a.post("bases.charts.list", { base })).charts).toEqual([]);
    await a.post("bases.views.remove", { base, view: "Richer" });
    const all = await settleAll(linked);
    expect(Object.keys(all).filter((name) => /^(view|chart)/.test(name))).toEqual([]);
  });

  it("ask an agent for a value only where the row was created", async () => {
    const linked = await open();
    const { a, b } = linked;
    const { base } = await a.post("bases.create", { name: "Asked", props: [{ name: "Company", type: "text" }] });
    const config = { agent: "main", instructions: "Sum it up", inputs: ["company"] };
    await a.post("bases.props.create", { base: base.id, name: "About", type: "agent", config });
    await settleAll(linked);
    await add(b, base.id, { company: "Ada" });
    await settleAll(linked);
    const asked = (side: Side) => side.received.filter(({ type }) => type === "bases.agent.requested");
    expect(asked(b)).toHaveLength(1);
    expect(asked(a)).toHaveLength(0);
  });

  it("wait for missing references, and reject invalid values", async () => {
    const { a, b } = await open();
    const base = await baseOn(a);
    const row = await add(a, base, { company: "Ada" });
    const { view } = await a.post("bases.views.create", { base, name: "All" });
    const property = (await propertiesOn(a, base))[0].id;
    const wanted = async (name: RecordName) =>
      b.apply(name, await a.domain.read(a.store, name)).then(() => undefined, missingDependency);
    for (const name of [
      ["row", row],
      ["property", base, property],
      ["view", base, view.id],
    ] as RecordName[])
      expect(await wanted(name)).toEqual(["base", base]);
    expect(await wanted(["base", base])).toBeUndefined();
    expect(await wanted(["row", row])).toEqual(["property", base, property]);
    expect(await wanted(["property", base, property])).toBeUndefined();
    expect(await wanted(["row", row])).toBeUndefined();
    const wire = (await a.domain.read(a.store, ["row", row])) as Wire;
    const values = { [property]: { type: "number", value: 1 } };
    expect(await b.apply(["row", row], { ...wire, values }).then(() => undefined, missingDependency)).toEqual([
      "property",
      base,
      property,
    ]);
    const wrong = { [property]: { type: "text", value: 1 } };
    await expect(b.apply(["row", row], { ...wire, values: wrong })).rejects.toThrow(
      /The value of "company" is not a value of the type text/,
    );
    await expect(b.apply(["row", "row_1"], wire)).rejects.toThrow(/\/id/);
    await expect(b.apply(["base", base], undefined)).rejects.toThrow(/cannot be deleted/);
  });
});
