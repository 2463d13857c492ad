import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

interface Figures {
  readonly scan: number;
  readonly pull: number;
  readonly push: number;
  readonly pauseMs: number;
  readonly pauseThereMs: number;
  readonly idleHere: number;
  readonly idleThere: number;
}

/** Tasks that travel between two gateways, and what both cost when none do. */
export async function sync({ rounds }: Effort): Promise<void> {
  const count = sized(100_000, 100);
  announce(`sync: ${count} tasks of one gateway that another fetches, and ${count / 10} that it is sent back`);
  const found: Figures[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const environment = { FOLDER: newFolder(`sync-${round}`), RECORDS: String(count) };
    found.push(await runProgram<Figures>("sync", halves.servers, environment));
  }
  const values = (name: keyof Figures) => found.map((one) => one[name]);
  printFindings([
    { what: "looked through when they are enabled", values: values("scan"), unit: "records/s" },
    { what: "fetched and taken in", values: values("pull"), unit: "records/s", goal: { atLeast: 8_000 } },
    { what: "made, sent and taken in", values: values("push"), unit: "records/s" },
    { what: "longest pause of who fetches", values: values("pauseMs"), unit: "ms", goal: { atMost: 50 } },
    { what: "longest pause of who answers", values: values("pauseThereMs"), unit: "ms", goal: { atMost: 50 } },
    { what: "CPU while nothing happens (20 s) of who is linked", values: values("idleHere"), unit: "ms" },
    { what: "  of the other", values: values("idleThere"), unit: "ms" },
  ]);
}
