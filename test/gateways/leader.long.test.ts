import { LEASE } from "@postern/kit/queue";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { type Child, start } from "../storage-drivers/processes/spawn.ts";

const script = new URL("./processes/follower.mjs", import.meta.url).href;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Gateways in processes of their own, on one new store. */
async function followers(count: number): Promise<Child[]> {
  const url = cluster.database();
  const all = Array.from({ length: count }, () => start(script, url));
  onTestFinished(() => {
    for (const one of all) one.kill();
  });
  await Promise.all(all.map((one) => one.waitForLines(1)));
  return all;
}

const handledBy = (one: Child): string[] => one.lines().slice(1);
const handledByAll = (all: readonly Child[]): string[] => all.flatMap(handledBy).sort();
const texts = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(from + at).padStart(3, "0"));

/** Emits events at all of these in turn. */
function emit(at: readonly Child[], some: readonly string[]): void {
  for (const [turn, text] of some.entries()) at[turn % at.length]?.write(`${text}\n`);
}

describe.skipIf(!has("postgresql"))("several gateways on one store", () => {
  it("let one of them handle events, and another when it hangs, each event once", async () => {
    const all = await followers(3);
    const first = texts(0, 30);
    emit(all, first);
    await until(() => expect(handledByAll(all)).toEqual(first));
    const leader = all.find((one) => handledBy(one).length > 0) as Child;
    expect(handledBy(leader)).toHaveLength(first.length);

    leader.signal("SIGSTOP");
    const others = all.filter((one) => one !== leader);
    const second = texts(30, 10);
    const frozenAt = performance.now();
    emit(others, second);
    await until(() => expect(handledByAll(others)).toEqual(second));
    // The lease, and the time in which the machine may be busy with other tests.
    expect(performance.now() - frozenAt).toBeLessThan(LEASE + 10_000);

    leader.signal("SIGCONT");
    const third = texts(40, 30);
    emit(all, third);
    await until(() => expect(handledByAll(all)).toEqual([...first, ...second, ...third]));
    expect(all.map((one) => one.errors())).toEqual(["", "", ""]);
  });

  it("let another handle events at once when the process of the leader has ended", async () => {
    const all = await followers(2);
    const [first] = all as [Child];
    emit([first], ["0"]);
    await until(() => expect(handledByAll(all)).toEqual(["0"]));
    const leader = all.find((one) => handledBy(one).length > 0) as Child;
    const other = all.find((one) => one !== leader) as Child;
    leader.kill();
    await leader.ended;
    emit([other], ["1"]);
    await until(() => expect(handledBy(other)).toEqual(["1"]));
  });
});
