import { defineRecord, type PluginContext } from "@postern/core";
import { createLeader, LEASE, type LeaderLease } from "@postern/kit/queue";
import { expect, it } from "vitest";

const record = defineRecord<LeaderLease>("case.leader");

/** Processes on one store, whose clock the test sets. */
function processes() {
  const state = { now: 1_000_000, commits: 0, lease: undefined as LeaderLease | undefined };
  const store = {
    read: async () => state.lease,
    write(_: object, next: LeaderLease) {
      state.commits++;
      state.lease = next;
    },
  };
  const host = {
    store,
    now: () => state.now,
    transact: (work: (ctx: object) => Promise<unknown>) => work({ store, now: state.now }),
  } as unknown as PluginContext;
  return { state, create: () => createLeader(host, record) };
}

it("lets one process lead, and commits only when its lease must be renewed", async () => {
  const { state, create } = processes();
  const [first, second] = [create(), create()];
  expect(await first.wait()).toBe(0);
  expect(await second.wait()).toBeGreaterThan(0);
  for (let n = 0; n < 10; n++) expect(await first.wait()).toBe(0);
  expect(state.commits).toBe(1);
  state.now += LEASE / 2;
  expect(await first.wait()).toBe(0);
  expect(state.commits).toBe(2);
  expect(state.lease?.until).toBe(state.now + LEASE);
});

it("lets another process lead when the lease has ended, and the first one no longer", async () => {
  const { state, create } = processes();
  const [first, second] = [create(), create()];
  await first.wait();
  state.now += LEASE + 1;
  expect(await second.wait()).toBe(0);
  expect(await first.wait()).toBeGreaterThan(0);
});

it("lets another process lead at once when the first resigns", async () => {
  const { create } = processes();
  const [first, second] = [create(), create()];
  await first.wait();
  await first.resign();
  expect(await second.wait()).toBe(0);
});

it("ignores a lease that a clock set back has left in the future", async () => {
  const { state, create } = processes();
  state.lease = { holder: "another", until: state.now + 10 * LEASE };
  expect(await create().wait()).toBe(0);
});
