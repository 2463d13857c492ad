import fc from "fast-check";
import { expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import type { Side } from "../linked.ts";
import { add, at, baseOn, type Linked, open, propertiesOn, rowsOn, settleAll } from "./linked.ts";

type Step = (linked: Linked, base: string) => Promise<unknown>;

const sideOf = ({ a, b }: Linked, isA: boolean): Side => (isA ? a : b);

const pickRow = async (side: Side, base: string, n: number): Promise<string | undefined> => {
  const found = await rowsOn(side, base);
  return found[n % Math.max(1, found.length)]?.id;
};

const pickProp = async (side: Side, base: string, n: number): Promise<string> => {
  const found = await propertiesOn(side, base);
  return found[n % Math.max(1, found.length)]?.id ?? "none";
};

const step = fc.oneof(
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, base) =>
        sideOf(linked, isA).admin.post("bases.rows.create", { base, values: { company: `${n}`, stage: "New" } }),
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("update", "archive", "unarchive")).map(
    ([isA, n, verb]): Step =>
      async (linked, base) => {
        const side = sideOf(linked, isA);
        const row = await pickRow(side, base, n);
        const more = verb === "update" ? { values: { worth: n } } : {};
        if (row) await side.admin.post(`bases.rows.${verb}`, { row, ...more });
      },
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, base) =>
        sideOf(linked, isA).admin.post("bases.props.create", {
          base,
          name: `P${n % 3}`,
          type: "text",
          position: String(n % 4),
        }),
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("text", "number", "select")).map(
    ([isA, n, type]): Step =>
      async (linked, base) => {
        const side = sideOf(linked, isA);
        await side.admin.post("bases.props.update", { base, prop: await pickProp(side, base, n), type, execute: true });
      },
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("delete", "restore", "purge")).map(
    ([isA, n, verb]): Step =>
      async (linked, base) => {
        const side = sideOf(linked, isA);
        const { properties } = await side.post("bases.show", { base, includeDeleted: true });
        const prop = properties[n % Math.max(1, properties.length)]?.id ?? "none";
        await side.admin.post(`bases.props.${verb}`, { base, prop, ...(verb === "purge" && { execute: true }) });
      },
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, base) =>
        sideOf(linked, isA).admin.post("bases.views.create", { base, name: `V${n % 3}` }),
  ),
  fc.boolean().map(
    (shuffled): Step =>
      ({ settle }) =>
        settle({ shuffled }),
  ),
);

it("both gateways end up equal, with equal counts, after any concurrent changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), fc.boolean(), async (steps, shuffled) => {
      const linked = await open();
      const base = await baseOn(linked.a);
      await add(linked.a, base, { company: "1" });
      await settleAll(linked);
      for (const one of steps) await one(linked, base);
      const all = await settleAll(linked, shuffled);
      const active = Object.entries(all).filter(([name, wire]) => name.startsWith("row ") && !wire.archivedAt);
      for (const side of [linked.a, linked.b]) {
        expect((await side.post("bases.show", { base })).base.rowCount).toBe(active.length);
        await side.stop();
      }
    }),
    { ...SHRINK_IN_TIME, numRuns: 20 },
  );
});
