import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

interface Cold {
  startMs: number;
  startMemory: number;
  firstPageMs: number;
  pageMs: number;
  memory: number;
}

/** A store with a million messages: what it weighs, how long it takes to open, and what a page costs. */
export async function million({ rounds }: Effort): Promise<void> {
  const messages = sized(1_000_000, 10_000);
  const chats = messages / 10;
  announce(`million: a store of ${messages} messages in ${chats} chats, opened by a new process each time`);
  const env = { FOLDER: newFolder("million"), CHAT_COUNT: String(chats), MESSAGE_COUNT: String(messages) };
  const { bytesPerMessage } = await runProgram<{ bytesPerMessage: number }>("fill", halves.servers, env);
  const cold: Cold[] = [];
  for (let round = 0; round < rounds; round++) cold.push(await runProgram<Cold>("cold", halves.servers, env));
  const each = (field: keyof Cold) => cold.map((one) => one[field]);
  printFindings([
    {
      what: "from the start of the process to the first call",
      values: each("startMs"),
      unit: "ms",
      goal: { atMost: 1000 },
    },
    { what: "anonymous memory then", values: each("startMemory"), unit: "MiB" },
    { what: "anonymous memory after 2,000 pages", values: each("memory"), unit: "MiB", goal: { atMost: 200 } },
    { what: "a page of 50 messages", values: each("pageMs"), unit: "ms", goal: { atMost: 1 } },
    { what: "the first one", values: each("firstPageMs"), unit: "ms" },
    { what: "bytes on disk a message", values: [bytesPerMessage], goal: { atMost: 1300 } },
  ]);
}
