import { join } from "node:path";
import { testGateway } from "@postern/core/testing";
import schedules, { runFinished, runStarted } from "@postern/schedules";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";
import { probe } from "../plugins/schedules/fixtures/probe.ts";
import { newFolder } from "../plugins/tasks/profiles-fixture.ts";
import { until } from "../run/until.ts";
import { leastOf, longestPause, threadTime } from "./pause.ts";

const SCHEDULES = 5_000;
/** Milliseconds in which all of them have started, and for which the event loop may be held up. */
const ALL = 5_000;
const PAUSE = 50;

it("five thousand schedules of one second start within five seconds, and hold up nobody", async () => {
  const due = Date.parse("2026-11-23T09:00:00Z");
  let ahead = due - 1_800_000 - Date.now();
  const now = () => Date.now() + ahead;
  const { gateway, stop } = await testGateway({
    plugins: [schedules(), probe().plugin],
    storage: lmdb({ path: join(newFolder(), "store") }),
    now,
  });
  onTestFinished(stop);
  const when = { every: "1h", anchor: due };
  for (let n = 0; n < SCHEDULES; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, k) =>
        gateway.call("schedules.create", {
          name: `s${n + k}`,
          when: k % 2 === 0 ? when : { cron: "0 * * * *" },
          timezone: "Europe/Berlin",
          action: { operation: "probe.list" },
        }),
      ),
    );
  let started = 0;
  let finished = 0;
  gateway.on(runStarted, () => void started++);
  gateway.on(runFinished, () => void finished++);
  let hour = 0;
  /**
   * Milliseconds until all runs of the next hour have started, at most those for which this thread has been running: the
   * store writes in another thread meanwhile, and time in which the machine ran somebody else does not count.
   */
  async function startAll(): Promise<number> {
    [started, finished] = [0, 0];
    const [since, used] = [performance.now(), threadTime()];
    ahead = due + hour++ * 3_600_000 - Date.now();
    await until(() => expect(started).toBe(SCHEDULES));
    const took = Math.min(performance.now() - since, threadTime() - used);
    await until(() => expect(finished).toBe(SCHEDULES));
    return took;
  }
  expect(await leastOf(ALL, startAll)).toBeLessThan(ALL);
  expect(await longestPause(PAUSE, startAll)).toBeLessThan(PAUSE);
});
