import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";

interface Figures {
  /** Milliseconds from the call to the first byte of sound: in a fresh process, and once it has spoken. */
  readonly first: number;
  readonly next: number;
  /** Requests a second, of fifty at once. */
  readonly rate: number;
}

/** From a sentence to its first sound, with each engine of this machine. */
export async function audio({ rounds }: Effort): Promise<void> {
  announce("audio: from audio.tts with ten words to the first byte of its sound, on LMDB");
  for (const engine of ["espeak-ng", "flite"]) {
    const found: Figures[] = [];
    for (let round = 0; round < rounds; round++)
      found.push(
        await runProgram<Figures>("audio", halves.servers, {
          FOLDER: newFolder(`audio-${engine}-${round}`),
          ENGINE: engine,
        }),
      );
    printFindings([
      {
        what: `${engine}: the first sentence of a process`,
        values: found.map(({ first }) => first),
        unit: "ms",
        goal: { atMost: 1_000 },
      },
      { what: "  the next ones", values: found.map(({ next }) => next), unit: "ms", goal: { atMost: 500 } },
      { what: "  fifty at once", values: found.map(({ rate }) => rate), unit: "sentences/s" },
    ]);
  }
}
