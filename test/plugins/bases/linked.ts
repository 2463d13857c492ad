import bases from "@postern/bases";
import type { Wire } from "@postern/kit/sync";
import projects from "@postern/projects";
import fc from "fast-check";
import { until } from "../../run/until.ts";
import { openLinked, type Side } from "../linked.ts";

export const open = () => openLinked("bases", () => [bases(), projects()]);

export type Linked = Awaited<ReturnType<typeof open>>;

export const PROPS = [
  { name: "Company", type: "text", required: true },
  { name: "Worth", type: "number", config: { precision: 2 } },
  { name: "Stage", type: "select", config: { options: [{ name: "New" }, { name: "Won" }] } },
];

export const baseOn = async (side: Side, name = "Leads"): Promise<string> =>
  (await side.post("bases.create", { name, props: PROPS })).base.id;

export const rowsOn = async (side: Side, base: string, more: object = {}) =>
  (await side.post("bases.rows.list", { base, limit: "500", ...more })).rows;

export const propertiesOn = async (side: Side, base: string) =>
  (await side.post("bases.props.list", { base })).properties;

export const add = async (side: Side, base: string, values: object): Promise<string> =>
  (await side.post("bases.rows.create", { base, values })).row.id;

/** Waits until all background work on both sides has finished and both are equal. */
export async function settleAll({ settle, expectEqual }: Linked, shuffled = false): Promise<Record<string, Wire>> {
  return until(async () => {
    await settle({ shuffled });
    return expectEqual();
  });
}

export const at = fc.nat({ max: 30 });
