import { describe, expect, it } from "vitest";
import { openGateway } from "./gateway.ts";
import { type Condition, fits, orderOf, STAGES, type Values } from "./query.ts";

describe("rows", () => {
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
});
