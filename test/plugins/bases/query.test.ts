import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortKeyOfNumber } from "../../../plugins/bases/src/sort-keys.ts";
import { nextMillisecond } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";
import { type Condition, condition, fits, orderOf, type Values, values } from "./query.ts";

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
