import { resolve } from "node:path";
import { expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { run } from "./run.ts";
import { writeReport } from "./write-report.ts";

/** In milliseconds. */
const DURATION = 90_000;
const FAULTS = 240;

it.skipIf(!has("postgresql"))(
  "keeps every promise of the store while gateways, network and database fail",
  async () => {
    const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 31);
    const folder = resolve("node_modules/.cache/postern-chaos", String(seed));
    console.log(`Seed ${seed}. Repeat this run with CHAOS_SEED=${seed}. The logs are in ${folder}`);
    const report = await run({ seed, faults: FAULTS, durationMs: DURATION, folder });
    console.log(JSON.stringify(report.figures));
    const text = writeReport(report, folder);
    expect(report.violations, text).toEqual([]);
    expect(report.figures.totalFaults).toBeGreaterThanOrEqual(200);
    expect(report.figures.calls).toBeGreaterThan(200);
  },
  10 * 60_000,
);
