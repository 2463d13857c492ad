import {
  defineCollection,
  defineCommand,
  defineEvent,
  defineGroup,
  definePlugin,
  type Observer,
  observers,
  T,
} from "@postern/core";
import {
  type Batch,
  type CompleteDriver,
  decodeRecord,
  recordsOf,
  type StoreDriver,
  StoreUnavailable,
  Transaction,
} from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";

const group = defineGroup("tally", { title: "Tally", needs: { observers } });
const Entry = T.Object({ id: T.String(), request: T.String() });
const entries = defineCollection("tally.entry", { schema: Entry, key: ({ id }) => [id] });
const Total = T.Object({ name: T.String(), requests: T.Array(T.String()) });
const totals = defineCollection("tally.total", { schema: Total, key: ({ name }) => [name] });

const counted = defineEvent("tally.request.counted", {
  summary: "A request was counted",
  data: T.Object({ request: T.String() }),
  subject: ({ request }) => request,
});

/** Creates a record, which nothing else reads. */
const add = defineCommand(group, {
  id: "tally.add",
  summary: "Add an entry",
  input: T.Object({ request: T.String() }),
  output: T.Object({ id: T.String() }),
  plan: () => ({ summary: "Add an entry" }),
  async execute({ store, id }, _plan, { request }) {
    const entry = { id: id("entry_"), request };
    await store.put(entries, entry);
    return { id: entry.id };
  },
});
/** Changes a record that all others change too. */
const count = defineCommand(group, {
  id: "tally.count",
  summary: "Count a request",
  input: T.Object({ request: T.String() }),
  output: T.Object({ requests: T.Integer() }),
  plan: () => ({ summary: "Count a request" }),
  async execute({ store, emit }, _plan, { request }) {
    emit(counted, { request });
    const { requests = [] } = (await store.get(totals, "all")) ?? {};
    await store.put(totals, { name: "all", requests: [...requests, request] });
    return { requests: requests.length + 1 };
  },
});

type Break = "reads" | "observer" | "observer at once" | "observer before" | "listener";

/** A store of several processes, as PostgreSQL is, whose reads fail as often as it is told to. */
function shared(store: StoreDriver & CompleteDriver) {
  let failures = 0;
  let whenCommitted = () => {};
  const failing = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      if (failures <= 0) return call(...args);
      failures--;
      throw new StoreUnavailable("timeout", "This read fails");
    };
  };
  const driver: StoreDriver = {
    ...store,
    guarantees: { ...store.guarantees, processes: "many" },
    getItem: failing((key: string) => store.getItem(key)) as StoreDriver["getItem"],
    range: failing(store.range),
    snapshot: failing(store.snapshot),
    async commit(batches: readonly Batch[]) {
      const answers = await store.commit(batches);
      whenCommitted();
      return answers;
    },
  };
  return {
    driver,
    failReads(times: number) {
      failures = times;
    },
    onCommitted(work: () => void) {
      whenCommitted = work;
    },
  };
}

async function start(store: StoreDriver & CompleteDriver) {
  const broken = new Set<Break>();
  const { driver, failReads, onCommitted } = shared(store);
  const fails = (name: Break, text: string) => {
    if (broken.has(name)) throw new Error(text);
  };
  const observer: Observer = {
    around(_, work) {
      fails("observer before", "The observer fails before the work");
      const answer = work();
      fails("observer at once", "The observer fails at once");
      return broken.has("observer") && answer instanceof Promise
        ? answer.then(() => Promise.reject(new Error("The observer fails afterwards")))
        : answer;
    },
    task: (task, work) => work(task),
  };
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [add, count],
    events: [counted],
    collections: { entries, totals },
    setup: ({ services }) => void services.observers.add(observer),
  });
  const { gateway, admin, stop } = await testGateway({ plugins: [plugin()], storage: driver });
  onTestFinished(async () => {
    broken.clear();
    failReads(0);
    await stop();
  });
  gateway.on(counted, () => fails("listener", "The listener fails"));
  onCommitted(() => {
    if (broken.has("reads")) failReads(1 + Math.floor(Math.random() * 3));
  });
  return { admin, broken, failReads, store };
}

/** How often each request is in the store, and in the journal as done. */
async function countIn(store: CompleteDriver) {
  const stored = new Map<string, number>();
  const done = new Map<string, number>();
  const note = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const records = recordsOf(new Transaction(store));
  for (const { request } of (await records.find(entries, { limit: 1_000 })).items) note(stored, request);
  for (const request of (await records.get(totals, "all"))?.requests ?? []) note(stored, request);
  const journal = await store.range({ start: "journal!:", end: "journal!;", limit: 10_000 });
  for (const { key, value } of journal) {
    const { run } = decodeRecord(key, value).data as { run?: { outcome: string; request?: string } };
    if (run?.outcome === "done" && run.request !== undefined) note(done, run.request);
  }
  return { stored, done };
}

const stores: [string, () => StoreDriver & CompleteDriver][] = [
  ["memory", () => memory()],
  ["LMDB", () => lmdb({ path: folder() })],
];
const breaks: Break[] = ["reads", "observer", "observer at once", "observer before", "listener"];

describe.each(stores)("what was committed to %s is answered as committed, and done once", (_, open) => {
  it.each(breaks)("although what follows a commit fails: %s", async (broken) => {
    const test = await start(open());
    const answers = new Map<string, { status: number; outcomeUnknown?: boolean }>();
    for (let round = 0; round < 20; round++) {
      test.broken.add(broken);
      const send = async (id: string, n: number) => {
        const request = `${id}-${round}-${n}`;
        const { status, body } = await test.admin.post(id, { request }, { "x-request-id": request });
        answers.set(request, { status, outcomeUnknown: body.outcomeUnknown });
      };
      await Promise.all([0, 1, 2, 3].flatMap((n) => [send("tally.add", n), send("tally.count", n)]));
      test.broken.clear();
      test.failReads(0);
    }
    const { stored, done } = await countIn(test.store);
    const wrong = [...answers].filter(([request, { status }]) => {
      const times = status === 200 ? 1 : 0;
      return (stored.get(request) ?? 0) !== times || (done.get(request) ?? 0) !== times;
    });
    expect(wrong).toEqual([]);
    const acknowledged = [...answers.values()].filter(({ status }) => status === 200);
    // Where reads fail, those that lost and could not read again are refused.
    if (broken === "reads") expect(acknowledged.length).toBeGreaterThan(20);
    else expect(acknowledged).toHaveLength(answers.size);
    for (const { status, outcomeUnknown } of answers.values())
      if (status !== 200) expect({ status, outcomeUnknown }).toEqual({ status: 503, outcomeUnknown: false });
  });
});
