import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createCommitQueue, recordsOf, saysNothingWritten, Transaction } from "../../storage/index.ts";
import type { Bench, Failure, Promised } from "./place.ts";
import { change, look, things, visits } from "./records.ts";

/** More calls than a commit makes. */
const MOST = 200;

export const outcomes: Promised = {
  "commits every batch of a group as answered, with any failing call around it": (bench) => failEachCall(bench, "once"),

  "commits every batch of a group as answered, with a connection that breaks at any time": (bench) =>
    failEachCall(bench, "cut"),

  async "answers a commit although a listener fails, and notifies the next one"({ store }) {
    if (!store.onCommit) return;
    let notified = 0;
    const offs = [
      store.onCommit(() => {
        throw new Error("This listener fails");
      }),
      store.onCommit(() => void notified++),
    ];
    try {
      for (const value of [1, 2]) {
        const before = notified;
        assert.notEqual(await change(store, (records) => records.put(things, { at: ["heard"], value })), false);
        assert.equal((await look(store).get(things, "heard"))?.value, value);
        for (let tries = 0; tries < 1_000 && notified === before; tries++) await pause(10);
        assert.ok(notified > before);
      }
    } finally {
      for (const off of offs) off();
    }
  },

  async "reports that nothing was written if it refuses a commit after it was closed"({ store, reopen }) {
    const tx = new Transaction(store);
    recordsOf(tx).add(visits, 1, "closed");
    const batch = tx.batch();
    await reopen();
    const refused = await Promise.resolve()
      .then(() => store.commit([batch]))
      .then(
        () => undefined,
        (error: unknown) => ({ saysNothingWritten: saysNothingWritten(error) }),
      );
    // A store that is opened again on the same object accepts it.
    if (refused) assert.deepEqual(refused, { saysNothingWritten: true });
  },
};

/** Commits groups, each with another call failing around it, until none is left, and counts the commits of each batch. */
async function failEachCall({ store, failCall }: Bench, how: Failure): Promise<void> {
  const queue = createCommitQueue(store);
  for (let round = 0; round < MOST; round++) {
    await change(store, (records) => records.put(things, { at: ["changed"], value: round }));
    const batches = await Promise.all(
      [0, 1, 2, 3].map(async (one) => {
        const tx = new Transaction(store);
        recordsOf(tx).add(visits, 1, `${round} ${one}`);
        // The third of them loses.
        if (one === 2) await recordsOf(tx).get(things, "changed");
        return tx.batch();
      }),
    );
    await change(store, (records) => records.put(things, { at: ["changed"], value: "again" }));
    const end = failCall(round, how);
    const results = await Promise.allSettled(batches.map((batch) => queue.commit(batch)));
    const hasFailed = end();
    // Completes what a failed commit has left.
    await change(store, (records) => records.put(things, { at: ["done"], value: round }));
    for (const [one, result] of results.entries()) {
      const times = await look(store).sum(visits, `${round} ${one}`);
      const of = `call ${round}, batch ${one}: ${JSON.stringify(result)}`;
      if (result.status === "fulfilled") assert.equal(times, result.value === false ? 0 : 1, of);
      else if (result.reason.outcomeUnknown) assert.ok(times <= 1, of);
      else assert.equal(times, 0, of);
    }
    if (!hasFailed) return;
  }
  assert.fail(`A commit makes more than ${MOST} calls`);
}
