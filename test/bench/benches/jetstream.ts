import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";

interface Figures {
  readonly rate: number;
  readonly pause: number;
  readonly bare: number;
}

/** How fast a bridge publishes events to NATS JetStream, and what it costs compared with the client alone. */
export async function jetstream({ rounds }: Effort): Promise<void> {
  announce("jetstream: 50,000 events from the journal on LMDB to nats-server, and as many with its client alone");
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round++)
    found.push(await runProgram<Figures>("jetstream", halves.servers, { FOLDER: newFolder(`jetstream-${round}`) }));
  printFindings([
    {
      ...{ what: "published and acknowledged", unit: "events/s" },
      ...{ values: found.map(({ rate }) => rate), goal: { atLeast: 5_000 } },
    },
    {
      what: "  longest pause of the event loop",
      values: found.map(({ pause }) => pause),
      unit: "ms",
      goal: { atMost: 50 },
    },
    { what: "the bridge : the client alone", values: found.map(({ rate, bare }) => rate / bare) },
  ]);
}
