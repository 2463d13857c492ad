import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";

const ASKED = {
  first: "published for the first time, checks and all",
  changed: "published again with one file changed",
  unchanged: "published again as it is",
  plan: "only planned",
  worst: "the longest that others waited meanwhile",
} as const;
type Figures = Record<keyof typeof ASKED, number>;

/** Publishing a folder of 500 files. */
export async function widgets({ rounds }: Effort): Promise<void> {
  announce("widgets: a folder of 500 files, 5 MB, 20 of them pages; records in LMDB, files on disk");
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round++)
    found.push(await runProgram<Figures>("widgets", halves.servers, { FOLDER: newFolder("widgets") }));
  printFindings(
    (Object.entries(ASKED) as [keyof Figures, string][]).map(([name, what]) => ({
      what,
      values: found.map((one) => one[name]),
      unit: "ms",
      ...(name === "worst" && { goal: { atMost: 50 } }),
    })),
  );
}
