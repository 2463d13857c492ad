/** Loaded by processes that parse files, so it imports nothing of the kernel. */
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { createFrameReader, encodeFrame } from "../parsers/frames.ts";

/** Answers the messages about one file. */
export type ParserHandler<Message> = (message: Message) => unknown;

interface Sent<Message> {
  readonly isFirst?: boolean;
  readonly isLast?: true;
  readonly message: Message;
}

/** How much lower the priority of a parser is than that of the gateway, which answers others meanwhile. */
const NICENESS = 5;
/** The process that Linux ends first when the machine has no memory left. */
const ENDED_FIRST = "1000";

/**
 * Answers the messages of `defineParser`, in the program of a parser. `createHandler` is called for each file. An error of
 * the handler becomes a ParserFailed with the reason `error`.
 */
export function serveParser<Message>(createHandler: () => ParserHandler<Message>): void {
  attempt(() => setPriority(NICENESS));
  attempt(() => writeFileSync("/proc/self/oom_score_adj", ENDED_FIRST));
  const send = (message: unknown) => process.stdout.write(encodeFrame(message));
  let handle: ParserHandler<Message> | undefined;
  const read = createFrameReader(Number.POSITIVE_INFINITY, async (sent) => {
    const { isFirst, isLast, message } = sent as Sent<Message>;
    if (isFirst) handle = createHandler();
    if (isLast) {
      handle = undefined;
      return;
    }
    try {
      send({ answer: await handle?.(message) });
    } catch (error) {
      send({ error: String(error) });
    }
  });
  process.stdin.on("data", read);
  // The gateway has ended.
  process.stdin.on("end", () => process.exit());
  send({ ready: true });
}

/** Not every system and container allows it. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {}
}
