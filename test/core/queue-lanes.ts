import { defineCommand, defineGroup, definePlugin, type PluginContext, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineQueue, nonRetryable } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { expect } from "vitest";
import { dueIn, watchLooks } from "../run/looks.ts";
import { until } from "../run/until.ts";

export const open: { stop(): Promise<void> }[] = [];

export type Outcome = "done" | "dead" | "again";
export interface Job {
  lane: string;
  n: number;
}

/** A queue whose handler the test controls. */
export async function start({ concurrency = 8, storage = memory(), held = false } = {}) {
  const group = defineGroup("toil", { title: "Toil" });
  const begun: Job[] = [];
  const atWork = new Map<string, (outcome: Outcome) => void>();
  const work = defineQueue(group, "work", {
    one: "job",
    entry: T.Object({ lane: T.String(), n: T.Integer() }),
    about: { field: "lane", of: ({ lane }) => lane },
    lane: ({ lane }) => (lane === "none" ? undefined : lane),
    backoff: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    concurrency,
    async handle({ payload }) {
      begun.push(payload);
      if (!held) return;
      const outcome = await new Promise<Outcome>((resolve) => atWork.set(`${payload.lane} ${payload.n}`, resolve));
      atWork.delete(`${payload.lane} ${payload.n}`);
      if (outcome === "dead") throw nonRetryable("as requested");
      if (outcome === "again") throw new Error("as requested");
    },
  });
  const ask = defineCommand(group, {
    id: "toil.ask",
    summary: "Ask for jobs",
    input: T.Object({ jobs: T.Array(T.Object({ lane: T.String(), n: T.Integer() })) }),
    output: T.Object({ ids: T.Array(T.String()) }),
    plan: () => ({ summary: "Ask" }),
    async execute(ctx, _plan, { jobs }) {
      const ids: string[] = [];
      for (const job of jobs) ids.push(await work.add(ctx, job));
      return { ids };
    },
  });
  const giveUpLane = defineCommand(group, {
    id: "toil.leave",
    summary: "Give a lane up",
    input: T.Object({ lane: T.String() }),
    output: T.Object({ count: T.Integer() }),
    plan: () => ({ summary: "Leave" }),
    execute: async (ctx, _plan, { lane }) => ({ count: await work.discardAbout(ctx, lane) }),
  });
  let host: PluginContext | undefined;
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [ask, giveUpLane],
    workers: [work],
    start(given) {
      host = given as PluginContext;
      return () => {};
    },
  });
  const watched = watchLooks(storage, dueIn("toil.work"));
  const found = await testGateway({ plugins: [plugin()], storage: watched.storage });
  open.push(found);
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  return {
    ...found,
    host: host as unknown as PluginContext,
    work,
    begun,
    atWork,
    storage,
    looked: watched.looked,
    post,
    ask: async (...jobs: Job[]): Promise<string[]> => (await post("toil.ask", { jobs })).ids,
    tell: async (lane: string, n: number, outcome: Outcome) => {
      await until(() => expect(atWork.has(`${lane} ${n}`)).toBe(true));
      atWork.get(`${lane} ${n}`)?.(outcome);
    },
    statusOf: async (id: string) => (await post("toil.work.show", { id })).job,
  };
}

export const jobs = (lane: string, count: number): Job[] => Array.from({ length: count }, (_, n) => ({ lane, n }));
