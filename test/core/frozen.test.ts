import { createGateway, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { numeric, withDefault } from "@postern/kit/fields";
import { describe, expect, it, onTestFinished } from "vitest";

class Vault {
  opened = 0;
}

const seen: unknown[] = [];
const Config = T.Object({
  words: T.Array(T.String()),
  limits: T.Object({ size: withDefault(numeric({ minimum: 1, maximum: 9 }), 3), by: T.Record(T.String(), T.Number()) }),
  vault: T.Unsafe<Vault>({}),
  sink: T.Unsafe<{ count: number; add(): void }>({}),
  onCall: T.Unsafe<() => void>({}),
});
const group = defineGroup("shelves", { title: "Shelves", config: Config });
interface Changed {
  readonly words: string[];
  readonly limits: { readonly by: object };
}
const changes: readonly ((config: Changed) => void)[] = [
  (config) => Object.assign(config, { words: [] }),
  ({ words }) => words.push("more"),
  ({ limits }) => Object.assign(limits, { size: 9 }),
  ({ limits }) => Object.assign(limits.by, { a: 2 }),
];
const change = defineCommand(group, {
  id: "shelves.change",
  summary: "Change the configuration",
  input: T.Object({ at: T.Integer() }),
  output: T.Object({ refused: T.Boolean() }),
  plan: () => ({ summary: "Change it" }),
  execute({ config }, _plan, { at }) {
    seen.push(config);
    config.vault.opened++;
    config.sink.add();
    try {
      changes[at]?.(config as Changed);
      return { refused: false };
    } catch (error) {
      return { refused: error instanceof TypeError };
    }
  },
});
const shelves = definePlugin(group, { version: "1.0.0", operations: [change] });

function configured() {
  return {
    words: ["a"],
    limits: { by: { a: 1 } } as never,
    vault: new Vault(),
    sink: {
      count: 0,
      add() {
        this.count++;
      },
    },
    onCall: () => {},
  };
}

describe("the configuration of a plugin", () => {
  it.each(changes.map((_, at) => at))("cannot be changed by a call, at any depth (%i)", async (at) => {
    const gateway = createGateway({ plugins: [shelves(configured())] });
    onTestFinished(() => gateway.stop());
    expect(await gateway.call(change, { at })).toEqual({ refused: true });
    expect(seen.at(-1)).toMatchObject({ words: ["a"], limits: { size: 3, by: { a: 1 } } });
  });

  it("is a copy, but functions, instances and objects with methods stay the same", async () => {
    const own = configured();
    const gateway = createGateway({ plugins: [shelves(own)] });
    onTestFinished(() => gateway.stop());
    await gateway.call(change, { at: 0 });
    expect(seen.at(-1)).toMatchObject({ onCall: own.onCall });
    expect([own.vault.opened, own.sink.count]).toEqual([1, 1]);
    expect(own.limits).toEqual({ by: { a: 1 } });
    expect(Object.isFrozen(own.words)).toBe(false);
  });
});

describe("the manifest", () => {
  it.each([
    ["the scope of an operation", ({ operations }) => Object.assign(operations[0] ?? {}, { scope: "any" })],
    ["the input of an operation", ({ operations }) => Object.assign(operations[0]?.input.properties ?? {}, { at: {} })],
    ["the scopes of a group", ({ groups }) => Object.assign(groups[0] ?? {}, { scopes: {} })],
    ["its lists of operations", ({ operations }) => (operations as unknown[]).push({})],
    ["its version", (manifest) => Object.assign(manifest, { core: "9.9.9" })],
  ] satisfies [string, (manifest: ReturnType<typeof createGateway>["manifest"]) => void][])("keeps %s", (_, write) => {
    const { manifest } = createGateway({ plugins: [shelves(configured())] });
    const before = JSON.stringify(manifest);
    expect(() => write(manifest)).toThrow(TypeError);
    expect(JSON.stringify(manifest)).toBe(before);
  });
});
