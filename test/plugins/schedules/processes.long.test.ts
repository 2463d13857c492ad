import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LEASE } from "@postern/kit/queue";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";

const several = new URL("./processes/several.mjs", import.meta.url).href;
const script = new URL("./processes/gateway.mjs", import.meta.url).href;

/** A store with two schedules that have two due times each: one works in the store, the other outside of it. */
async function prepared(): Promise<string> {
  const path = folder();
  const preparing = start(script, path, "-", "2026-11-23T08:00:00Z", "prepare", 0);
  expect([await preparing.ended, preparing.errors()]).toEqual([0, ""]);
  return path;
}

interface Ended {
  readonly name: string;
  readonly text: string;
  readonly status: string;
}

/** What is left of a process that was killed at a step, after others have ended all runs. */
async function runWithDeath(from: string, step: number | "work") {
  const path = folder();
  cpSync(from, path, { recursive: true });
  const diary = join(path, "diary");
  writeFileSync(diary, "");
  // It sees the first due times only, and those after it, a quarter of an hour later, all that is left.
  const doomed = start(script, path, diary, "2026-11-23T09:00:01Z", "run", 2, step);
  const isDone = (await doomed.ended) === 0;
  // Two at every third step: processes are what takes long here.
  const heirs = Array.from({ length: step !== "work" && step % 3 === 0 ? 2 : 1 }, () =>
    start(script, path, diary, "2026-11-23T09:20:01Z", "run", 4),
  );
  expect([step, await Promise.all(heirs.map(({ ended }) => ended)), heirs.map(({ errors }) => errors())]).toEqual([
    step,
    heirs.map(() => 0),
    heirs.map(() => ""),
  ]);
  const lines = heirs[0]?.lines() ?? [];
  const runs = lines
    .filter((line) => line.startsWith("probe."))
    .map((line): Ended => {
      const [name = "", id, due, status = ""] = line.split(" ");
      return { name, text: `${id} ${due}`, status };
    });
  const marks = lines.filter((line) => line.startsWith("marked ")).map((line) => line.slice("marked ".length));
  const posts = readFileSync(diary, "utf8").split("\n").slice(0, -1);
  return { isDone, runs, marks, posts };
}

describe("a gateway that is killed", () => {
  it("at any step, loses no due run and runs none twice", async () => {
    const from = await prepared();
    let at = 0;
    let unclear = 0;
    // The steps at which work outside the store goes on differ from run to run, so one kill is during such work.
    for (let isDone = false; !isDone; at++) {
      const step = at === 0 ? "work" : at;
      const after = await runWithDeath(from, step);
      isDone = after.isDone;
      const of = (name: string) => after.runs.filter((run) => run.name === name);
      const due = ["2026-11-23T09:00:00.000Z", "2026-11-23T09:20:00.000Z"];
      for (const name of ["probe.mark", "probe.post"])
        expect([
          step,
          of(name)
            .map(({ text }) => text.split(" ")[1])
            .sort(),
        ]).toEqual([step, due]);
      const marked = of("probe.mark");
      expect([step, marked.map(({ status }) => status)]).toEqual([step, ["done", "done"]]);
      expect([step, after.marks.sort()]).toEqual([step, marked.map(({ text }) => text).sort()]);
      // What works outside the store was done once, unless it was on its way: then nobody knows, and says so.
      for (const { text, status } of of("probe.post")) {
        const times = after.posts.filter((post) => post === text).length;
        if (status === "unclear") unclear++;
        expect([step, status, times <= 1 && (status !== "done" || times === 1)]).toEqual([
          step,
          expect.stringMatching(/^(done|unclear)$/),
          true,
        ]);
      }
    }
    expect(at).toBeGreaterThan(12);
    expect(unclear).toBeGreaterThan(0);
    expect(unclear).toBeLessThan(10);
  });
});

describe("several gateways on one store", () => {
  it("run each due time, also after those that led were killed one after the other", async () => {
    const path = folder();
    const gateways = [start(several, path, 5)];
    onTestFinished(() => {
      for (const one of gateways) one.kill();
    });
    await gateways[0]?.waitForLines(1);
    gateways.push(start(several, path, 0), start(several, path, 0));
    const lines = () => gateways.flatMap((one) => one.lines());
    for (const doomed of gateways.slice(0, 2)) {
      doomed.kill();
      await doomed.ended;
      const killedAt = Date.now();
      await until(() => expect(lines().some((due) => Date.parse(due) > killedAt)).toBe(true));
      // The lease, and the time in which the machine may be busy with other tests.
      expect(Date.now() - killedAt).toBeLessThan(LEASE + 10_000);
    }
    expect(gateways.map((one) => one.errors())).toEqual(["", "", ""]);
  });
});
