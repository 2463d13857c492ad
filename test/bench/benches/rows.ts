import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

const ASKED = {
  page: "the first page",
  sorted: "sorted by a number",
  filtered: "a quarter of them by a select, sorted by a date",
  narrow: "one of them by a text, and a select",
  range: "ten of them between two numbers, and a select",
  both: "by a select and a number, each true for many, with their total",
  restore: "bringing a property back",
} as const;
type Figures = Record<keyof typeof ASKED, number>;

/** Asking for a part of the rows of a base, of 10,000 and of 100,000. */
export async function rows({ rounds }: Effort): Promise<void> {
  const most = sized(100_000, 1_000);
  const environment = (count: number) => ({ FOLDER: newFolder(`rows-${count}`), ROW_COUNT: String(count) });
  const [small, large] = [environment(most / 10), environment(most)];
  announce(`rows: of ${most / 10} and of ${most}, five properties each, all in the index; 50 a page`);
  const found: { small: Figures; large: Figures }[] = [];
  for (let round = 0; round < rounds; round++) {
    found.push({
      small: await runProgram<Figures>("rows", halves.servers, small),
      large: await runProgram<Figures>("rows", halves.servers, large),
    });
  }
  for (const [name, what] of Object.entries(ASKED) as [keyof typeof ASKED, string][]) {
    printFindings([
      {
        what,
        values: found.map((one) => one.large[name]),
        unit: "ms",
        ...(name === "both" && { goal: { atMost: 60 } }),
      },
      {
        what: "  large : small",
        values: found.map((one) => one.large[name] / one.small[name]),
        // The total of many matches takes as long as there are matches.
        ...(name !== "both" && { goal: { atMost: 2 } }),
      },
    ]);
  }
}
