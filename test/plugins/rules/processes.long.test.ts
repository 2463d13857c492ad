import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import rules from "@postern/rules";
import lmdb from "@postern/storage-lmdb";
import tasks from "@postern/tasks";
import { describe, expect, it } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";

const server = new URL("./processes/server.mjs", import.meta.url).href;
const MINUTE = 60_000;

/** A gateway without workers, in which events happen while no gateway serves the store. */
async function openDesk(path: string) {
  const plugins = [rules(), chats(), tasks()] as const;
  const { gateway, stop } = await testGateway({ plugins, storage: lmdb({ path }), background: false });
  const on = { types: ["chats.chat.created"], filter: "event.data.chat.title != ''" };
  const rule = (name: string, title: string, when = {}) =>
    gateway.call("rules.create", { name, on, when, action: { operation: "tasks.create", input: { title } } });
  await rule("each", "{{event.data.chat.title}}");
  await rule("debounced", "debounced {{run.events}}", { debounceMs: 100 });
  const titles: string[] = [];
  return {
    path,
    titles,
    stop,
    async happen(count: number) {
      for (let n = 0; n < count; n++) {
        titles.push(`chat ${titles.length}`);
        await gateway.call("chats.create", { title: titles.at(-1) as string });
      }
    },
    /** Checks that each event has one run of each rule, and that nothing is left of it. */
    async expectEachOnce() {
      const made = (await gateway.call("tasks.list", { limit: 500 })).tasks.map(({ title }) => title as string);
      const debounced = made.filter((title) => title.startsWith("debounced "));
      expect(made.filter((title) => !debounced.includes(title)).sort()).toEqual(titles.toSorted());
      expect(debounced.reduce((sum, title) => sum + Number(title.slice(10)), 0)).toBe(titles.length);
      const { runs } = await gateway.call("rules.runs.list", { limit: "500" });
      expect(runs.map(({ status }) => status)).toEqual(made.map(() => "done"));
      const { rules } = await gateway.call("rules.list", {});
      expect(rules.reduce((sum, one) => sum + (one.runs ?? 0), 0)).toBe(made.length);
    },
  };
}

describe("a serving process", () => {
  it("handles events that happened while none ran, each once, when it is killed at any step", async () => {
    let step = 1;
    for (let done = false; !done; step++) {
      const desk = await openDesk(folder());
      await desk.happen(3);
      const doomed = start(server, desk.path, 3, 0, step);
      done = (await doomed.ended) === 0;
      if (!done) expect(await start(server, desk.path, 3, 10 * MINUTE).ended, `step ${step}`).toBe(0);
      await desk.expectEachOnce();
      await desk.stop();
    }
    expect(step).toBeGreaterThan(10);
  });

  it("shares the work with another gateway on the same store", async () => {
    const desk = await openDesk(folder());
    const servers = [1, 2].map(() => start(server, desk.path, 60, 0));
    await Promise.all(servers.map((one) => one.waitForLines(1)));
    await desk.happen(60);
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
    await desk.expectEachOnce();
    await desk.stop();
  });
});
