import { defineCommand, defineGroup, definePlugin, defineQuery, type Observer, observers, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { expect, it, onTestFinished } from "vitest";

const group = defineGroup("tea", { title: "Tea", needs: { observers } });
const look = defineQuery(group, {
  id: "tea.look",
  summary: "Look",
  input: T.Object({}),
  output: T.Object({}),
  run: () => ({}),
});
const brew = defineCommand(group, {
  id: "tea.brew",
  summary: "Brew tea",
  input: T.Object({ isEmpty: T.Optional(T.Boolean()) }),
  output: T.Object({}),
  plan: () => ({ summary: "Brew tea" }),
  async execute({ call }, _plan, { isEmpty }) {
    if (isEmpty) throw new Error("no water");
    return call(look, {});
  },
});

/** What an observer saw, in order: the beginning and the end of each stage. */
async function start(other?: (seen: readonly string[]) => Observer) {
  const seen: string[] = [];
  const observer: Observer = {
    around(stage, work, call) {
      const name = `${stage}${call ? ` ${call.operation.id}` : ""}`;
      seen.push(`> ${name}`);
      return (async () => {
        try {
          return await work();
        } finally {
          seen.push(`< ${name}`);
        }
      })();
    },
    group: (commits, ms) => void seen.push(`group of ${commits} ${ms >= 0}`),
  };
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [look, brew],
    setup({ services }) {
      services.observers.add(observer);
      if (other) services.observers.add(other(seen));
    },
  });
  const test = await testGateway({ plugins: [plugin()] });
  onTestFinished(test.stop);
  seen.length = 0;
  return { ...test, seen };
}

it("see the stages of a call and its nested calls, and the commit, in order", async () => {
  const { gateway, seen } = await start();
  await gateway.call("tea.brew", {});
  expect(seen).toEqual([
    "> call tea.brew",
    "> plan tea.brew",
    "< plan tea.brew",
    "> execute tea.brew",
    "> plan tea.look",
    "< plan tea.look",
    "< execute tea.brew",
    "> commit",
    "group of 1 true",
    "< commit",
    "< call tea.brew",
  ]);
});

it("see calls that fail and plans, and change neither errors nor answers", async () => {
  const { gateway, seen } = await start();
  await expect(gateway.call("tea.brew", { isEmpty: true })).rejects.toMatchObject({ code: "gateway.internal" });
  expect(seen).toContain("< execute tea.brew");
  seen.length = 0;
  expect(await gateway.plan("tea.brew", {})).toMatchObject({ dryRun: true, plan: { summary: "Brew tea" } });
  expect(seen).toEqual(["> call tea.brew", "> plan tea.brew", "< plan tea.brew", "< call tea.brew"]);
});

it("wrap those before them", async () => {
  const before: string[] = [];
  const { gateway, seen } = await start((seen) => ({
    around(stage, work) {
      before.push(`${stage} after ${seen.at(-1)}`);
      return work();
    },
  }));
  before.length = 0;
  await gateway.call("tea.look", {});
  expect(before).toEqual(["call after undefined", "plan after > call tea.look"]);
  expect(seen).toHaveLength(4);
});
