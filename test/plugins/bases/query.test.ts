import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortKeyOfNumber, sortKeysOf } from "../../../plugins/bases/src/sort-keys.ts";
import { nextMillisecond } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";

type Values = { company: string; worth?: number; stage?: string; due?: string };

const STAGES = ["New", "Won", "Lost"];
const values = fc.record(
  {
    company: fc.oneof(
      fc.constantFrom("Initech", "initech", "Über", "uber", "Hooli"),
      fc.string({ minLength: 1, maxLength: 80 }),
    ),
    worth: fc.integer({ min: -300, max: 300 }).map((cents) => cents / 100),
    stage: fc.constantFrom(...STAGES),
    due: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, "0")}`),
  },
  { requiredKeys: ["company"] },
);
const condition = fc.oneof(
  fc.record({
    field: fc.constant("worth"),
    op: fc.constantFrom("lt", "lte", "gt", "gte", "eq", "ne"),
    value: fc.integer({ min: -3, max: 3 }),
  }),
  fc.record({ field: fc.constant("stage"), op: fc.constantFrom("eq", "ne"), value: fc.constantFrom(...STAGES) }),
  fc.record({ field: fc.constant("stage"), op: fc.constant("in"), value: fc.subarray(STAGES, { minLength: 1 }) }),
  fc.record({
    field: fc.constant("due"),
    op: fc.constantFrom("lt", "lte", "gt", "gte"),
    value: fc.constantFrom("2026-11-07", "2026-11-14"),
  }),
  fc.record({
    field: fc.constant("company"),
    op: fc.constantFrom("eq", "ne", "contains"),
    value: fc.constantFrom("Initech", "uber", "o"),
  }),
  fc.record({ field: fc.constantFrom("worth", "stage", "due"), op: fc.constantFrom("empty", "filled") }),
);
const query = fc.record({
  filter: fc.option(
    fc.record({ match: fc.constantFrom("all", "any"), where: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
    { nil: undefined },
  ),
  sort: fc.option(
    fc
      .uniqueArray(fc.constantFrom("company", "worth", "stage", "due"), { minLength: 1, maxLength: 3 })
      .chain((fields) => fc.tuple(...fields.map((field) => fc.constantFrom(field, `${field}:desc`)))),
    { nil: undefined },
  ),
});
type Condition = { field: keyof Values; op: string; value?: unknown };

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Evaluates a condition without an index. */
function fits(row: Values, { field, op, value }: Condition): boolean {
  const has = row[field];
  if (op === "empty") return has === undefined;
  if (op === "filled") return has !== undefined;
  if (op === "ne") return has !== value;
  if (has === undefined) return false;
  if (op === "eq") return has === value;
  if (op === "in") return (value as unknown[]).includes(has);
  if (op === "contains") return fold(has as string).includes(fold(value as string));
  const [a, b] = [has, value] as [string, string];
  const order = a < b ? -1 : a > b ? 1 : 0;
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[op] ?? false;
}

function orderOf(sort: readonly string[]): (a: { row: Values; at: number }, b: { row: Values; at: number }) => number {
  const keyOf = (row: Values, field: string): string | number | undefined => {
    const value = row[field as keyof Values];
    if (field === "stage") return value === undefined ? undefined : STAGES.indexOf(value as string);
    if (field !== "company") return value;
    return sortKeysOf(value)[0];
  };
  return (a, b) => {
    for (const said of sort) {
      const [field, direction] = said.split(":") as [string, string?];
      const [x, y] = [keyOf(a.row, field), keyOf(b.row, field)];
      if (x === y) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return (x < y ? -1 : 1) * (direction ? -1 : 1);
    }
    return (a.at - b.at) * (sort[0]?.includes(":") ? -1 : 1);
  };
}

describe("rows", () => {
  it("are filtered and sorted like a scan of all rows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(values, { minLength: 1, maxLength: 30 }),
        fc.array(query, { minLength: 3, maxLength: 6 }),
        async (given, queries) => {
          const { add, done, stop } = await openGateway();
          for (const row of given) await add(row);
          for (const { filter, sort } of queries) {
            const wanted = given
              .map((row, at) => ({ row, at }))
              .filter(({ row }) => {
                const where = (filter?.where ?? []) as Condition[];
                if (!filter) return true;
                return filter.match === "any"
                  ? where.some((one) => fits(row, one))
                  : where.every((one) => fits(row, one));
              })
              .sort(orderOf(sort ?? []))
              .map(({ row }) => row);
            const asked = { base: "leads", ...(filter && { filter }), ...(sort && { sort }) };
            const whole = await done("bases.rows.list", asked);
            expect(whole.rows.map((row: { values: Values }) => row.values)).toEqual(wanted);
            expect(whole.total).toBe(wanted.length);
            const part = await done("bases.rows.list", { ...asked, offset: "3", limit: "4" });
            expect(part.rows.map((row: { values: Values }) => row.values)).toEqual(wanted.slice(3, 7));
            expect(part.total).toBe(wanted.length);
          }
          await stop();
        },
      ),
      { numRuns: 40 },
    );
  });

  it("of a large base are read from the index with the same result as a scan", async () => {
    const { base, gateway, done } = await openGateway();
    const count = 5_000;
    const given = Array.from(
      { length: count },
      (_, at): Values => ({
        company: `Company ${(at * 7) % 100}`,
        stage: STAGES[at % 10 === 0 ? 1 : 0] as string,
        ...(at % 3 > 0 && { worth: (at * 7_919) % 1_009 }),
        ...(at % 2 > 0 && { due: `2026-11-${String(1 + (at % 28)).padStart(2, "0")}` }),
      }),
    );
    for (const values of given) await gateway.call("bases.rows.create", { base: base.id, values });
    const asked: { where: Condition[]; sort: string[] }[] = [
      { where: [{ field: "stage", op: "eq", value: "New" }], sort: ["due"] },
      { where: [{ field: "stage", op: "eq", value: "New" }], sort: ["due:desc", "worth"] },
      { where: [{ field: "stage", op: "eq", value: "New" }], sort: [] },
      { where: [{ field: "worth", op: "gte", value: 10 }], sort: ["company"] },
      { where: [{ field: "worth", op: "gte", value: 10 }], sort: [] },
      {
        where: [
          { field: "stage", op: "eq", value: "New" },
          { field: "worth", op: "empty" },
        ],
        sort: ["stage", "company:desc"],
      },
      {
        where: [
          { field: "stage", op: "eq", value: "New" },
          { field: "company", op: "eq", value: "Company 7" },
        ],
        sort: ["worth:desc"],
      },
      {
        where: [
          { field: "stage", op: "ne", value: "New" },
          { field: "due", op: "lt", value: "2026-11-02" },
        ],
        sort: ["worth"],
      },
      // Few rows match, and they come last in the sort order, so the index range of the filter is read instead.
      {
        where: [
          { field: "worth", op: "gt", value: 1_000 },
          { field: "stage", op: "eq", value: "New" },
        ],
        sort: ["worth"],
      },
      { where: [], sort: ["stage:desc", "due"] },
      { where: [], sort: ["due", "company"] },
    ];
    for (const { where, sort } of asked) {
      const wanted = given
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => where.every((one) => fits(row, one)))
        .sort(orderOf(sort))
        .map(({ row }) => row);
      const filter = where.length > 0 ? { filter: { match: "all", where } } : {};
      for (const offset of [0, 40, Math.max(0, wanted.length - 30)]) {
        const order = sort.length > 0 ? { sort } : {};
        const page = await done("bases.rows.list", { base: "leads", ...filter, ...order, offset: String(offset) });
        expect(page.rows.map((row: { values: Values }) => row.values)).toEqual(wanted.slice(offset, offset + 50));
        expect(page.total).toBe(wanted.length);
      }
    }
  });

  it("can be filtered and sorted by the time of their last change", async () => {
    const { add, done, list } = await openGateway();
    const first = await add({ company: "a" });
    await add({ company: "b" });
    await nextMillisecond();
    await done("bases.rows.update", { row: first.id, values: { worth: 1 } });
    const names = async (body: object) =>
      (await list(body)).map(({ values: { company } }: { values: Values }) => company);
    expect(await names({ sort: ["updatedAt:desc"] })).toEqual(["a", "b"]);
    expect(await names({ sort: ["createdAt:desc"] })).toEqual(["b", "a"]);
    const at = (await list())[0].updatedAt;
    expect(await names({ filter: { match: "all", where: [{ field: "updatedAt", op: "gte", value: at }] } })).toEqual([
      "a",
    ]);
  });

  it.each([
    [{ where: [{ field: "nope", op: "eq", value: 1 }] }, 404, "bases.property_not_found"],
    [{ where: [{ field: "worth", op: "eq", value: "x" }] }, 400, "gateway.invalid_input"],
    [{ where: [{ field: "worth", op: "contains", value: "x" }] }, 400, "gateway.invalid_input"],
    [{ where: [{ field: "stage", op: "eq", value: "Maybe" }] }, 400, "gateway.invalid_input"],
    [{ where: [{ field: "stage", op: "eq" }] }, 400, "gateway.invalid_input"],
    [{ where: [{ field: "stage", op: "empty", value: "New" }] }, 400, "gateway.invalid_input"],
    [{ where: [] }, 400, "gateway.invalid_input"],
  ])("are not listed with the invalid filter %j", async (filter, status, code) => {
    const { admin } = await openGateway();
    expect(await admin.post("bases.rows.list", { base: "leads", filter: { match: "all", ...filter } })).toMatchObject({
      status,
      body: { code },
    });
  });
});

it("sort keys of numbers sort like the numbers", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      expect(Math.sign(a - b) || 0).toBe(a === b ? 0 : sortKeyOfNumber(a) < sortKeyOfNumber(b) ? -1 : 1);
    }),
  );
});
