import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";

interface Figures {
  readonly claimed: { readonly median: number; readonly p99: number };
  readonly rate: number;
}

/** How soon a turn reaches a client that waits, and how many turns are answered. */
export async function turns({ rounds }: Effort): Promise<void> {
  announce("turns: from a message to its claim over HTTP, and to the answers of a responder that echoes, on LMDB");
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round++)
    found.push(await runProgram<Figures>("turns", halves.servers, { FOLDER: newFolder(`turns-${round}`) }));
  printFindings([
    { what: "message to claim, median", values: found.map(({ claimed }) => claimed.median), unit: "ms" },
    {
      what: "  99 of 100 within",
      values: found.map(({ claimed }) => claimed.p99),
      unit: "ms",
      goal: { atMost: 20 },
    },
    { what: "answers, 1,000 chats", values: found.map(({ rate }) => rate), unit: "answers/s", goal: { atLeast: 500 } },
  ]);
}
