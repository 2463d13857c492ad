import { has, installCommand } from "../../run/programs.ts";
import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

interface Figures {
  /** Milliseconds: putting as many objects there without any gateway, taking over the events, staging all answers, and until the server has them all. */
  readonly directly: number;
  readonly pull: number;
  readonly staged: number;
  readonly drained: number;
  /** How often the server was told, and how many events have the answer. */
  readonly puts: number;
  readonly answered: number;
}

/** A thousand answers on their way to Radicale, which is installed as Debian packages it. */
export async function outbox({ rounds }: Effort): Promise<void> {
  const count = sized(1_000);
  announce(`outbox: ${count} invitations from Radicale answered at once, until it has all answers`);
  if (!has("radicale")) {
    console.log(`Radicale is not installed (${installCommand(["radicale"])})`);
    return;
  }
  const found: Figures[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const env = { FOLDER: newFolder(`outbox-${round}`), ENTRIES: String(count) };
    found.push(await runProgram<Figures>("outbox", halves.servers, env));
  }
  printFindings([
    { what: "as many objects put there directly", values: found.map(({ directly }) => directly), unit: "ms" },
    { what: "taking the events over", values: found.map(({ pull }) => pull), unit: "ms" },
    { what: "answering all of them", values: found.map(({ staged }) => staged), unit: "ms" },
    { what: "until the server has them", values: found.map(({ drained }) => drained), unit: "ms" },
    { what: "  told more than once", values: found.map(({ puts }) => puts - count), goal: { atMost: 0 } },
    { what: "  not answered there", values: found.map(({ answered }) => count - answered), goal: { atMost: 0 } },
  ]);
}
