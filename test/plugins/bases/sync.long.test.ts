import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { baseOn, open, propertiesOn, settleAll } from "./linked.ts";

describe("bases on linked gateways", () => {
  it("share the rows of an import, and remove them when it is undone", async () => {
    const linked = await open();
    const { a, b } = linked;
    const base = await baseOn(a);
    await settleAll(linked);
    const content = `Company,Worth\n${Array.from({ length: 1_200 }, (_, n) => `c${n},${n}`).join("\n")}\n`;
    await a.post("bases.rows.import", { base, format: "csv", content });
    const [made] = (await a.post("bases.imports.list", { base })).imports;
    await until(async () =>
      expect((await a.post("bases.imports.show", { import: made.id })).import.state).toBe("done"),
    );
    await settleAll(linked);
    expect((await b.post("bases.show", { base })).base.rowCount).toBe(1_200);
    expect(b.bySync()).not.toContain("bases.agent.requested");
    await a.post("bases.imports.undo", { import: made.id, execute: true });
    await until(async () =>
      expect((await a.post("bases.imports.show", { import: made.id })).import.state).toBe("undone"),
    );
    await settleAll(linked);
    expect((await b.post("bases.show", { base })).base.rowCount).toBe(0);
  });

  it("accept 500 rows in one commit, and list them in portions", async () => {
    const { a } = await open();
    const base = await baseOn(a);
    const property = (await propertiesOn(a, base))[0].id;
    const at = "2026-11-21T08:00:00.000Z";
    const wire = {
      ...{ baseId: base, version: 1, createdAt: at, updatedAt: at, createdBy: "user:ann" },
      values: { [property]: { type: "text", value: "x" } },
    };
    for (let n = 0; n < 10_000; n += 500)
      await a.transact(async (ctx) => {
        for (let one = n; one < n + 500; one++)
          await a.domain.apply(ctx, ["row", `row_${one.toString(16).padStart(24, "0")}`], wire);
      });
    let [count, after]: [number, string | undefined] = [0, undefined];
    do {
      const portion = { limit: 500, ...(after !== undefined && { after }) };
      const { names, next } = await a.domain.list(a.store, "row", portion);
      count += names.length;
      after = next;
    } while (after !== undefined);
    expect(count).toBe(10_000);
    expect((await a.post("bases.show", { base })).base.rowCount).toBe(10_000);
  });
});
