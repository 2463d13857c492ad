import { defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineConsumer, defineQueue } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";

/** A consumer that adds each requested job to a queue with lanes. Keeps what each commit wrote. */
async function start(concurrency: number) {
  const group = defineGroup("toil", { title: "Toil" });
  const asked = defineEvent("toil.asked", { summary: "Jobs were requested", data: T.Object({ count: T.Integer() }) });
  const done: number[] = [];
  const work = defineQueue(group, "work", {
    one: "job",
    entry: T.Object({ n: T.Integer() }),
    lane: () => "only",
    concurrency,
    handle: ({ payload }) => void done.push(payload.n),
  });
  const add = defineConsumer(group, "add", {
    accept: ({ type }) => type === asked.type,
    async handle(ctx, events) {
      for (const { data } of events)
        for (let n = 0; n < (data as { count: number }).count; n++) await work.add(ctx, { n });
    },
  });
  const ask = defineCommand(group, {
    id: "toil.ask",
    summary: "Request jobs",
    input: T.Object({ count: T.Integer() }),
    output: T.Object({}),
    plan: () => ({ summary: "Request" }),
    execute({ emit }, _plan, { count }) {
      emit(asked, { count });
      return {};
    },
  });
  const store = memory();
  const commits: string[] = [];
  const storage = {
    ...store,
    commit(batches: Parameters<typeof store.commit>[0]) {
      for (const { writes } of batches) commits.push(JSON.stringify(writes));
      return store.commit(batches);
    },
  };
  const plugin = definePlugin(group, { version: "1.0.0", operations: [ask], events: [asked], workers: [work, add] });
  const { admin, stop } = await testGateway({ plugins: [plugin()], storage });
  onTestFinished(stop);
  return { admin, commits, done };
}

const claims = (commit: string): number => commit.split('\\"status\\":\\"running\\"').length - 1;
const ends = (commit: string): number => commit.split('\\"status\\":\\"done\\"').length - 1;

it("what a consumer adds is claimed in its commit, and the next of a lane with the end of the one before", async () => {
  const { admin, commits, done } = await start(4);
  await admin.post("toil.ask", { count: 3 });
  await until(() => expect(commits.reduce((sum, commit) => sum + ends(commit), 0)).toBe(3));
  expect(done).toEqual([0, 1, 2]);
  const relevant = commits.filter((commit) => claims(commit) + ends(commit) > 0);
  expect(relevant.map((commit) => [claims(commit), ends(commit)])).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [0, 1],
  ]);
  expect(relevant[0]).toContain("toil.2eadd.2efollower");
});
