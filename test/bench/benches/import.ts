import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

interface Imported {
  checkedMs: number;
  madeMs: number;
  pauseMs: number;
  memory: number;
  exportMs: Record<string, number>;
}

/** Rows from a file and into one: how long it takes, what it takes of memory, and how long others wait. */
export async function imports({ rounds }: Effort): Promise<void> {
  const rows = sized(100_000, 100);
  announce(`import: ${rows} rows of five values from CSV, and out again, in a new store each time`);
  const all: Imported[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const env = { FOLDER: newFolder("import"), ROW_COUNT: String(rows) };
    all.push(await runProgram<Imported>("import", halves.servers, env));
  }
  const each = (of: (one: Imported) => number | undefined) => all.map((one) => of(one) ?? 0);
  const out = ["csv", "json", "xlsx"].flatMap((format) => [
    { what: `out as ${format}`, values: each(({ exportMs }) => exportMs[format]), unit: "ms" },
    {
      what: "  the longest pause meanwhile",
      values: each(({ exportMs }) => exportMs[`${format}Pause`]),
      unit: "ms",
      goal: { atMost: 200 },
    },
  ]);
  printFindings([
    { what: "checked", values: each(({ checkedMs }) => rows / (checkedMs / 1000)), unit: "rows/s" },
    { what: "made", values: each(({ madeMs }) => rows / (madeMs / 1000)), unit: "rows/s", goal: { atLeast: 25_000 } },
    {
      what: "the longest pause of the event loop",
      values: each(({ pauseMs }) => pauseMs),
      unit: "ms",
      goal: { atMost: 200 },
    },
    { what: "memory more than before", values: each(({ memory }) => memory), unit: "MiB", goal: { atMost: 300 } },
    ...out,
  ]);
}
