import { has, installCommand, pathOf } from "../../run/programs.ts";
import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

const SCROLLED = {
  wheel: "a row with each frame, as by a wheel",
  flick: "17 rows with each frame, as by a finger",
  drag: "167 rows with each frame, as by the scroll bar",
} as const;

interface Scrolled {
  /** Frames a second. */
  readonly rate: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longest: number;
  /** How many cells are in the document. */
  readonly cells: number;
  /** The part of the frames with a row that was not read yet. */
  readonly unread: number;
}

type Figures = Record<keyof typeof SCROLLED | "rest", Scrolled> & { readonly jumpMs: number };

/** Scrolling the grid of a large base in the console, compared with a page at rest in the same browser. */
export async function grid({ rounds, seconds }: Effort): Promise<void> {
  const rows = sized(100_000, 1_000);
  announce(`grid: a base of ${rows} rows and seven properties, scrolled in Chromium`);
  if (!has("chromium")) {
    console.log(`Chromium is not installed (${installCommand(["chromium"])})`);
    return;
  }
  const env = {
    FOLDER: newFolder("grid"),
    ROW_COUNT: String(rows),
    SECONDS: String(seconds),
    CHROMIUM: pathOf("chromium"),
  };
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round++) found.push(await runProgram<Figures>("grid", halves.servers, env));
  printFindings([{ what: "at rest", values: found.map(({ rest }) => rest.rate), unit: "frames/s" }]);
  for (const [name, what] of Object.entries(SCROLLED) as [keyof typeof SCROLLED, string][])
    printFindings([
      { what, values: found.map((one) => one[name].rate), unit: "frames/s", goal: { atLeast: 59 } },
      {
        what: "  scrolled : at rest",
        values: found.map((one) => one[name].rate / one.rest.rate),
        goal: { atLeast: 0.98 },
      },
      { what: "  longest time between two frames", values: found.map((one) => one[name].longest), unit: "ms" },
      { what: "  frames with rows that are not read yet : all", values: found.map((one) => one[name].unread) },
      { what: "  cells in the document", values: found.map((one) => one[name].cells), goal: { atMost: 500 } },
    ]);
  printFindings([{ what: "from the first row to the last", values: found.map(({ jumpMs }) => jumpMs), unit: "ms" }]);
}
