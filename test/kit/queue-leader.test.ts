import { spawnSync } from "node:child_process";
import { defineRecord, type PluginContext, type Transacting } from "@postern/core";
import { processMark } from "@postern/core/process";
import { createLeader, LEASE, type LeaderLease } from "@postern/kit/queue";
import { expect, it } from "vitest";
import { until } from "../run/until.ts";

const record = defineRecord<LeaderLease>("case.leader");

/** Processes on one store, whose clock the test sets. */
function processes() {
  const state = { now: 1_000_000, commits: 0, reads: 0, lease: undefined as LeaderLease | undefined };
  const store = {
    async read() {
      state.reads++;
      return state.lease;
    },
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
  const context = () => ({ store, now: state.now }) as unknown as Transacting;
  return { state, context, create: () => createLeader(host, record) };
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
  await until(async () => expect(await second.wait()).toBe(0));
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
  const leader = create();
  await until(async () => expect(await leader.wait()).toBe(0));
});

it("lets the last leader continue first after a pause", async () => {
  const { state, create } = processes();
  const [first, second] = [create(), create()];
  await first.wait();
  state.now += 10 * LEASE;
  expect(await second.wait()).toBeGreaterThan(0);
  expect(await first.wait()).toBe(0);
  expect(await second.wait()).toBeGreaterThan(0);
  expect(state.lease?.until).toBe(state.now + LEASE);
});

it("does not wait for a leader whose process has ended", async () => {
  const { state, create } = processes();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { start = "" } = processMark();
  state.lease = { holder: "ended", until: state.now + LEASE, pid, start };
  expect(await create().wait()).toBe(0);
});

it("does not wait for a leader of this process that has ended without its store", async () => {
  const { state, create } = processes();
  const first = create();
  await first.wait();
  const lease = state.lease;
  await first.resign();
  state.lease = lease;
  expect(await create().wait()).toBe(0);
});

it("takes and renews the lease in the commit of the work, and reads nothing while another leads", async () => {
  const { state, create, context } = processes();
  const [first, second] = [create(), create()];
  expect(await first.look()).toBe(0);
  expect(state.commits).toBe(0);
  expect(await first.join(context())).toBe(true);
  expect(await first.join(context())).toBe(true);
  expect(state.commits).toBe(1);
  expect(second.led()).toBe(0);
  expect(await second.join(context())).toBe(false);
  state.reads = 0;
  expect(second.led()).toBeGreaterThan(0);
  expect(await second.look()).toBeGreaterThan(0);
  expect(state).toMatchObject({ commits: 1, reads: 0 });
});
