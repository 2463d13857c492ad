import type { Plugin } from "@postern/core";
import { beforeAll, expect, it } from "vitest";
import { loadPlugins } from "../../../plugins/cli/src/groups.ts";
import { serveMcp } from "./served.ts";

/** Of a token, as most models count. */
const CHARACTERS = 4;
const tokensOf = (value: unknown): number => JSON.stringify(value).length / CHARACTERS;

/** The tools for a key with all rights: of every operation that gives no key or secret and decides nothing. */
const offered = () =>
  fixture.gateway.manifest.operations
    .filter(({ properties }) => !properties.some((one) => one.startsWith("gives-") || one === "decides"))
    .map(({ id }) => id.replaceAll(".", "_"));

let fixture: Awaited<ReturnType<typeof serveMcp>>;
beforeAll(async () => {
  const plugins: Plugin[] = await loadPlugins({ plugins: { mcp: false } });
  fixture = await serveMcp({ plugins });
  return fixture.close;
});

it("lists all operations within 40,000 tokens, half of them with fewer than 120 each", async () => {
  const { tools } = await (await fixture.connect()).listTools();
  expect(tools.length).toBeGreaterThanOrEqual(offered().length);
  expect(tokensOf(tools)).toBeLessThan(40_000);
  const sizes = tools.map(tokensOf).sort((left, right) => left - right);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(120);
});

it("lists the compact tools within 2,500 tokens", async () => {
  const { tools } = await (await fixture.connect({ query: "?mode=compact" })).listTools();
  expect(tokensOf(tools)).toBeLessThan(2_500);
});

it("says all about the operations of one group", async () => {
  const { tools } = await (await fixture.connect({ query: "?groups=tasks" })).listTools();
  const create = tools.find(({ name }) => name === "tasks_create");
  expect(create?.description).toContain(". ");
  expect(create?.outputSchema?.properties).toMatchObject({ task: { type: "object" } });
});

it("names each tool once, in the order of the operations", async () => {
  const { tools } = await (await fixture.connect()).listTools();
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const ids = offered();
  expect(names.filter((name) => ids.includes(name))).toEqual(ids);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
});
