import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

/** What the program of this bench reports: µs of CPU a message by thread, and by stage of each thread. */
interface Usage {
  threads: Record<string, number>;
  stages: Record<string, Record<string, number>>;
}

/** Where the time of a durable message goes, without sockets: µs of CPU on each thread, and of which stage. */
export async function cpu({ rounds }: Effort): Promise<void> {
  const messages = sized(40_000, 1_000);
  announce(`cpu: ${messages} messages in process, 64 at once into 1,000 chats: µs of CPU a message`);
  const usages: Usage[] = [];
  for (let round = 0; round < rounds; round++)
    usages.push(
      await runProgram<Usage>("cpu", halves.servers, { FOLDER: newFolder("cpu"), MESSAGE_COUNT: String(messages) }),
    );
  const [first] = usages;
  if (!first) return;
  const both = usages.map(({ threads }) => (threads.main ?? 0) + (threads.writer ?? 0));
  printFindings([
    ...Object.keys(first.threads).map((thread) => ({
      what: `${thread} thread`,
      values: usages.map(({ threads }) => threads[thread] ?? 0),
      unit: "µs",
    })),
    { what: "main and writer", values: both, unit: "µs", goal: { atMost: 70 } },
  ]);
  for (const [thread, stages] of Object.entries(first.stages)) {
    const values = (stage: string) => usages.map((usage) => usage.stages[thread]?.[stage] ?? 0);
    const sum = (stage: string) => values(stage).reduce((total, one) => total + one, 0);
    const names = Object.keys(stages).sort((a, b) => sum(b) - sum(a));
    printFindings(names.map((stage) => ({ what: `${thread}: ${stage}`, values: values(stage), unit: "µs" })));
  }
}
