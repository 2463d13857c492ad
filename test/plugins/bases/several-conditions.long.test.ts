import { describe, expect, it } from "vitest";
import { openGateway } from "./gateway.ts";

const COUNT = 7_000;
const STAGES = ["New", "Won", "Lost"] as const;

interface Lead {
  company: string;
  worth: number | undefined;
  stage: string;
  due: string;
}

/** Two thirds are worth something. */
const leads: Lead[] = Array.from({ length: COUNT }, (_, n) => ({
  company: `Company ${n}`,
  worth: n % 3 === 0 ? undefined : (n * 7919) % 1_009,
  stage: STAGES[n % 2] as string,
  due: `2026-11-${String(1 + (n % 28)).padStart(2, "0")}`,
}));

async function fill() {
  const gateway = await openGateway();
  const lines = leads.map(({ company, worth = "", stage, due }) => [company, worth, stage, due].join());
  const content = `company,worth,stage,due\n${lines.join("\n")}\n`;
  const { import: id } = await gateway.done("bases.rows.import", { base: gateway.base.id, format: "csv", content });
  await expect.poll(async () => (await gateway.done("bases.imports.show", { import: id })).import.state).toBe("done");
  const ask = async (where: object[], sort: string[] = [], page: object = {}) => {
    const filter = { match: "all", where };
    const order = sort.length > 0 ? { sort } : {};
    const answer = await gateway.done("bases.rows.list", { base: gateway.base.id, filter, ...order, ...page });
    return { total: answer.total, companies: answer.rows.map((row: { values: Lead }) => row.values.company) };
  };
  return { ...gateway, ask };
}

const won = { field: "stage", op: "eq", value: "Won" };
const isWon = ({ stage }: Lead) => stage === "Won";
const dueLate = { field: "due", op: "gt", value: "2026-11-03" };
const isDueLate = ({ due }: Lead) => due > "2026-11-03";
const names = (found: readonly Lead[], offset = 0, limit = 50) =>
  found.slice(offset, offset + limit).map(({ company }) => company);
const both = leads.filter((lead) => isWon(lead) && isDueLate(lead));

describe("several conditions on an index", () => {
  it("that many rows meet are listed in each order, with an exact total", async () => {
    const { ask, add } = await fill();
    expect(both.length).toBeGreaterThan(2_000);
    const total = both.length;
    expect(await ask([won, dueLate])).toEqual({ total, companies: names(both) });
    expect(await ask([won, dueLate], ["createdAt:desc"])).toEqual({ total, companies: names(both.toReversed()) });

    const byDue = both.toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
    expect(await ask([won, dueLate], ["due"], { offset: "2000", limit: "7" })).toEqual({
      total,
      companies: names(byDue, 2_000, 7),
    });

    const valued = both.filter(({ worth }) => worth !== undefined);
    const empty = both.filter(({ worth }) => worth === undefined);
    const byWorth = [...valued.toSorted((a, b) => (a.worth as number) - (b.worth as number)), ...empty];
    const offset = valued.length - 3;
    expect(await ask([won, dueLate], ["worth"], { offset: String(offset), limit: "10" })).toEqual({
      total,
      companies: names(byWorth, offset, 10),
    });
    expect((await ask([won, dueLate], ["worth"], { offset: String(total), limit: "10" })).companies).toEqual([]);

    const byStageAndWorth = await ask([won, dueLate], ["due:desc", "worth"]);
    expect(byStageAndWorth).toEqual({
      total,
      companies: names(
        byWorth.toReversed().toSorted((a, b) => (a.due > b.due ? -1 : a.due < b.due ? 1 : compareWorth(a, b))),
      ),
    });

    await add({ company: "Last", stage: "Won", due: "2026-11-30" });
    expect((await ask([won, dueLate])).total).toBe(total + 1);
  });

  it("that few rows meet are found by the shortest range, and with any further condition", {}, async () => {
    const { ask } = await fill();
    const cheap = [
      { field: "worth", op: "gte", value: 10 },
      { field: "worth", op: "lt", value: 40 },
    ];
    const isCheap = ({ worth = -1 }: Lead) => worth >= 10 && worth < 40;
    const few = leads.filter((lead) => isWon(lead) && isCheap(lead));
    expect(await ask([...cheap, won])).toEqual({ total: few.length, companies: names(few) });
    expect((await ask([cheap[0] as object, { field: "worth", op: "lt", value: 10 }, won])).total).toBe(0);
    const cheapOnes = leads.filter(isCheap);
    expect((await ask(cheap)).total).toBe(cheapOnes.length);

    const one = { field: "company", op: "eq", value: "Company 4321" };
    expect(await ask([won, dueLate, one])).toEqual({ total: 1, companies: ["Company 4321"] });
    const part = { field: "company", op: "contains", value: "99" };
    const parts = both.filter(({ company }) => company.includes("99"));
    expect(await ask([won, dueLate, part], ["due"])).toMatchObject({ total: parts.length });
    const empty = { field: "worth", op: "empty" };
    const empties = both.filter(({ worth }) => worth === undefined);
    expect(await ask([won, dueLate, empty])).toEqual({ total: empties.length, companies: names(empties) });
  });
});

/** Rows without a value come last, and equal rows in the direction of the first level. */
function compareWorth(a: Lead, b: Lead): number {
  if (a.worth === b.worth) return leads.indexOf(b) - leads.indexOf(a);
  if (a.worth === undefined) return 1;
  if (b.worth === undefined) return -1;
  return a.worth - b.worth;
}
