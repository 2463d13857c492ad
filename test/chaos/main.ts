/** A run from the command line: `npm run test:chaos [-- --minutes 5] [--seed 7] [--faults 700]`. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./run.ts";
import { writeReport } from "./write-report.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    /** By default about two a second. */
    faults: { type: "string" },
    folder: { type: "string", default: "node_modules/.cache/postern-chaos" },
  },
});
const durationMs = Number(values.minutes) * 60_000;
const seed = Number(values.seed);
const faults = Number(values.faults ?? Math.ceil(durationMs / 430));
const folder = join(resolve(values.folder), String(seed));
console.log(`Seed ${seed}: ${faults} faults in ${values.minutes} minutes. The logs are in ${folder}`);
const report = await run({
  ...{ seed, faults, durationMs, folder },
  log: (text) => console.log(`${(performance.now() / 1_000).toFixed(1)} s: ${text}`),
});
console.log(JSON.stringify(report.figures, undefined, 2));
const { seconds, until } = report.figures.longestTimeWithoutWrite;
console.log("Faults before and during the longest time without an acknowledged write:");
for (const line of report.faults) {
  const time = Number.parseFloat(line);
  if (time > until - seconds - 5 && time < until) console.log(`  ${line}`);
}
console.log(writeReport(report, folder));
process.exitCode = report.violations.length > 0 ? 1 : 0;
