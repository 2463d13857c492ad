import type { Sample } from "./load.ts";
import type { Rounds } from "./rounds.ts";
import { showSpread, spreadOf } from "./spread.ts";

/** One line of the outcome: the measured values (a ratio a round, or a figure a run) and the goal that they are held against. */
export interface Finding {
  what: string;
  values: readonly number[];
  unit?: string;
  goal?: { atLeast: number } | { atMost: number };
}

/** Prints the title of a bench before it runs, since some run for minutes. */
export function announce(title: string): void {
  console.log(`\n${title}`);
}

/** One line a contestant, for orientation: only the ratios can be compared between machines. */
export function printSamples(rounds: Rounds<Sample>): void {
  const rows = [...rounds].map(([name, samples]) => [
    name,
    ...(["rate", "p50", "p99"] as const).map((field) => showSpread(spreadOf(samples.map((sample) => sample[field])))),
    String(samples.reduce((sum, sample) => sum + sample.errors, 0)),
  ]);
  printTable([["", "requests/s", "p50 ms", "p99 ms", "errors"], ...rows]);
}

/** Prints each finding as its median and spread, and whether the median meets the goal. */
export function printFindings(findings: readonly Finding[]): void {
  printTable(
    findings.map(({ what, values, unit, goal }) => {
      const spread = spreadOf(values);
      return [
        what,
        `${showSpread(spread)}${unit ? ` ${unit}` : ""}`,
        goal ? showGoal(goal, unit) : "",
        goal ? judge(spread.median, goal) : "",
      ];
    }),
  );
}

function showGoal(goal: NonNullable<Finding["goal"]>, unit = ""): string {
  return "atLeast" in goal ? `goal ≥ ${goal.atLeast} ${unit}` : `goal ≤ ${goal.atMost} ${unit}`;
}

function judge(median: number, goal: NonNullable<Finding["goal"]>): string {
  const met = "atLeast" in goal ? median >= goal.atLeast : median <= goal.atMost;
  return met ? "met" : "MISSED";
}

function printTable(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("   ")
        .trimEnd()}`,
    );
}
