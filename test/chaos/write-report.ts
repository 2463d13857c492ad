import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./run.ts";

/**
 * Describes the violations of a run. With violations, its figures, faults and records are written into the folder beside
 * the logs; without any, the folder is removed.
 */
export function writeReport({ figures, violations, faults }: Report, folder: string): string {
  if (violations.length === 0) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return "All properties hold";
  }
  writeFileSync(join(folder, "report.json"), JSON.stringify({ figures, violations, faults }, undefined, 2));
  const texts = violations.map(({ property, records }) => {
    const shown = records.slice(0, 2).map((record) => `  ${JSON.stringify(record).slice(0, 1_500)}`);
    return [`Violated: ${property}`, ...shown].join("\n");
  });
  return [`Seed ${figures.seed}. The logs and all records are in ${folder}`, ...texts].join("\n");
}
