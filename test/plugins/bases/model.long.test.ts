import fc from "fast-check";
import { expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import { openGateway } from "./gateway.ts";

type Value = string | number;
interface ModelProperty {
  id: string;
  key: string;
  type: "text" | "number";
  deleted: boolean;
}
interface ModelRow {
  id: string;
  values: Map<string, Value>;
  archived: boolean;
}

/** A model of a base: every row has its values under the current types of all properties. */
class Model {
  properties: ModelProperty[] = [];
  rows: ModelRow[] = [];

  live = () => this.properties.filter(({ deleted }) => !deleted);
  active = () => this.rows.filter(({ archived }) => !archived);
  having = (id: string) => this.active().filter(({ values }) => values.has(id)).length;
  shown = ({ values }: ModelRow) =>
    Object.fromEntries(this.live().flatMap(({ id, key }) => (values.has(id) ? [[key, values.get(id)]] : [])));
}

type Setup = Awaited<ReturnType<typeof openGateway>>;
type Step = (model: Model, setup: Setup) => Promise<void>;

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
const KEYS = ["a", "b", "c"];
const asNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);

const addProperty =
  (key: string, type: "text" | "number"): Step =>
  async (model, { admin }) => {
    const reply = await admin.post("bases.props.create", { base: "leads", key, name: key, type });
    const isTaken = model.live().some((one) => one.key === key);
    expect(reply.status).toBe(isTaken ? 409 : 200);
    if (!isTaken) model.properties.push({ id: reply.body.property.id, key, type, deleted: false });
  };

const remove =
  (at: number): Step =>
  async (model, { done }) => {
    const property = pick(model.live(), at);
    if (!property) return;
    const { report } = await done("bases.props.delete", { base: "leads", prop: property.id });
    expect(report).toMatchObject({ activeRows: model.active().length, converted: model.having(property.id) });
    property.deleted = true;
  };

const restore =
  (at: number): Step =>
  async (model, { admin }) => {
    const property = pick(
      model.properties.filter(({ deleted }) => deleted),
      at,
    );
    if (!property) return;
    const reply = await admin.post("bases.props.restore", { base: "leads", prop: property.id });
    const holder = model.live().find(({ key }) => key === property.key);
    if (holder) {
      expect(reply).toMatchObject({ status: 409, body: { code: "bases.key_taken", propertyId: holder.id } });
      return;
    }
    const converted = model.having(property.id);
    const activeRows = model.active().length;
    expect(reply.body.report).toMatchObject({ activeRows, converted, cleared: 0, missing: activeRows - converted });
    property.deleted = false;
  };

const purge =
  (at: number): Step =>
  async (model, { done }) => {
    const property = pick(
      model.properties.filter(({ deleted }) => deleted),
      at,
    );
    if (!property) return;
    const { report } = await done("bases.props.purge", { base: "leads", prop: property.id, execute: true });
    expect(report).toMatchObject({ cleared: model.having(property.id) });
    model.properties = model.properties.filter((one) => one !== property);
    for (const { values } of model.rows) values.delete(property.id);
  };

const retype =
  (at: number): Step =>
  async (model, { done }) => {
    const property = pick(model.live(), at);
    if (!property) return;
    const type = property.type === "text" ? "number" : "text";
    const had = model.having(property.id);
    for (const { values } of model.rows) {
      const value = values.get(property.id);
      const now = value === undefined ? undefined : type === "text" ? String(value) : asNumber(value as string);
      if (now === undefined) values.delete(property.id);
      else values.set(property.id, now);
    }
    const converted = model.having(property.id);
    const shown = await done("bases.props.update", { base: "leads", prop: property.id, type });
    expect(shown.plan.report).toMatchObject({ converted, cleared: had - converted, dryRun: true });
    const { report } = await done("bases.props.update", { base: "leads", prop: property.id, type, execute: true });
    expect(report).toMatchObject({ converted, cleared: had - converted, dryRun: false });
    property.type = type;
  };

const madeOf = (type: "text" | "number", seed: number): Value =>
  type === "number" ? seed / 4 : seed % 3 === 0 ? "words" : String(seed);

const write =
  (row: number | undefined, seed: number): Step =>
  async (model, { done }) => {
    const chosen = model.live().filter((_, at) => (seed >> at) % 2 === 0);
    const given = Object.fromEntries(
      chosen.map(({ key, type }, at) => [key, seed % 5 === at ? null : madeOf(type, seed)]),
    );
    const target = row === undefined ? undefined : pick(model.active(), row);
    if (row !== undefined && !target) return;
    const kept: ModelRow = target ?? { id: "", values: new Map(), archived: false };
    const reply = target
      ? await done("bases.rows.update", { row: target.id, values: given })
      : await done("bases.rows.create", { base: "leads", values: given });
    for (const { id, key } of chosen) {
      const value = given[key];
      if (value === null || value === undefined) kept.values.delete(id);
      else kept.values.set(id, value);
    }
    if (!target) model.rows.push(Object.assign(kept, { id: reply.row.id }));
    expect(reply.row.values).toEqual(model.shown(kept));
  };

const shelve =
  (at: number): Step =>
  async (model, { done }) => {
    const row = pick(model.rows, at);
    if (!row) return;
    await done(row.archived ? "bases.rows.unarchive" : "bases.rows.archive", { row: row.id });
    row.archived = !row.archived;
  };

const look: Step = async (model, { done }) => {
  const { rows, total } = await done("bases.rows.list", { base: "leads" });
  expect(total).toBe(model.active().length);
  expect(rows.map(({ values }: { values: object }) => values)).toEqual(model.active().map(model.shown));
  for (const { key, id, type } of model.live()) {
    const filter = { match: "all", where: [{ field: key, op: "filled" }] };
    const having = await done("bases.rows.list", { base: "leads", filter, sort: [key] });
    expect(having.total).toBe(model.having(id));
    if (type !== "number") continue;
    const numbers = having.rows.map(({ values }: { values: Record<string, number> }) => values[key]);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  }
};

const at = fc.nat(50);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...KEYS), fc.constantFrom("text" as const, "number" as const))
      .map(([key, type]) => addProperty(key, type)),
  },
  { weight: 6, arbitrary: fc.nat(1000).map((seed) => write(undefined, seed)) },
  { weight: 4, arbitrary: fc.tuple(at, fc.nat(1000)).map(([row, seed]) => write(row, seed)) },
  { weight: 2, arbitrary: at.map(shelve) },
  { weight: 2, arbitrary: at.map(remove) },
  { weight: 2, arbitrary: at.map(restore) },
  { weight: 1, arbitrary: at.map(purge) },
  { weight: 2, arbitrary: at.map(retype) },
  { weight: 3, arbitrary: fc.constant(look) },
);

it("a base matches the model after any sequence of changes to properties and rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: "max" }), async (steps) => {
      const setup = await openGateway();
      for (const prop of ["worth", "stage", "due", "company"]) {
        await setup.done("bases.props.delete", { base: "leads", prop });
        await setup.done("bases.props.purge", { base: "leads", prop, execute: true });
      }
      const model = new Model();
      for (const take of [...steps, look]) await take(model, setup);
      await setup.stop();
    }),
    { ...SHRINK_IN_TIME, numRuns: 60 },
  );
});
