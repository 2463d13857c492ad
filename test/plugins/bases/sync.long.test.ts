import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { baseOn, open, settleAll } from "./linked.ts";

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
});
