import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

const ASKED = {
  import: "importing 10,000 events from iCalendar text (or all, where there are fewer)",
  again: "  the same text again, which changes nothing",
  year: "a hundred series over a year, 4,800 occurrences",
  month: "a month of them, one page",
  busy: "when somebody is busy in a month",
  export: "all as iCalendar text",
} as const;
type Figures = Record<keyof typeof ASKED | "stall", number>;

/** Texts in and out, series and months, in a calendar of 10,000 events and in one of ten times as many. */
export async function calendars({ rounds }: Effort): Promise<void> {
  const most = sized(100_000, 1_000);
  announce(`calendars: of ${most / 10} events and of ${most}, over ten years; a page is 50`);
  const found: { small: Figures; large: Figures }[] = [];
  for (let round = 0; round < rounds; round++) {
    const run = (count: number) =>
      runProgram<Figures>("calendars", halves.servers, {
        FOLDER: newFolder(`calendars-${count}-${round}`),
        EVENT_COUNT: String(count),
      });
    found.push({ small: await run(most / 10), large: await run(most) });
  }
  for (const [name, what] of Object.entries(ASKED) as [keyof typeof ASKED, string][])
    printFindings([{ what, values: found.map(({ small }) => small[name]), unit: "ms" }]);
  printFindings([
    { what: "a month: large : small", values: found.map((one) => one.large.month / one.small.month) },
    { what: "longest that a text held up others", values: found.map((one) => one.small.stall), unit: "ms" },
  ]);
}
