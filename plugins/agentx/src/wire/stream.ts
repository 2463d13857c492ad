import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import type { Child } from "../work/child.ts";
import { createLines } from "./lines.ts";

/** The longest message that is taken, in bytes. */
const MOST_LINE = 4 * 1024 * 1024;
/** Lines that are no message, as of a program that writes its log there, are passed over; so many are too many. */
const MOST_GARBAGE = 1_000;
/** Requests of the agent that may be open at a time. */
const MOST_OPEN = 50;
/** One that floods leaves the others their turn after so many milliseconds. */
const AT_A_TIME = 8;

export interface Hearing {
  /** What the agent tells of a session, in order and as it came. */
  update(params: unknown): void;
  /** Resolves when there is room again for what is told; undefined while there is. */
  room(): Promise<void> | undefined;
}

type Loose = Record<string, unknown>;

/**
 * The messages of a process as the protocol's own library takes them. What agents do wrong ends here: lines that are none,
 * answers to what nobody asked, answers given twice, and notifications that nobody knows.
 */
export function streamOf({ input, output }: Pick<Child, "input" | "output">, { update, room }: Hearing): Stream {
  const asked = new Set<unknown>();
  const open = new Set<unknown>();
  let garbage = 0;

  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      const { id, method } = message as Loose;
      if (method === undefined) open.delete(id);
      else if (id !== undefined) asked.add(id);
      if (input.destroyed || input.writableEnded) throw new Error("The agent has ended");
      if (!input.write(`${JSON.stringify(message)}\n`)) {
        await Promise.race([once(input, "drain"), once(input, "close")]);
      }
    },
  });

  /** The message of a line, if it is one that somebody waits for. */
  function messageIn(line: Buffer): AnyMessage | undefined {
    const text = line.toString("utf8").trim();
    if (text === "") return undefined;
    const message = parsed(text);
    if (message === undefined) {
      if (++garbage > MOST_GARBAGE) throw new Error("It writes what is not the Agent Client Protocol");
      return undefined;
    }
    const { id, method } = message;
    if (typeof method !== "string") return asked.delete(id) ? (message as AnyMessage) : undefined;
    if (id === undefined) {
      if (method === "session/update") update(message.params);
      return method === "$/cancel_request" ? (message as AnyMessage) : undefined;
    }
    if (open.size >= MOST_OPEN || open.has(id)) throw new Error(`It has asked more than ${MOST_OPEN} things at a time`);
    open.add(id);
    return message as AnyMessage;
  }

  const readable = new ReadableStream<AnyMessage>({
    async start(controller) {
      const cut = createLines(MOST_LINE);
      try {
        for await (const chunk of output as AsyncIterable<Buffer>) {
          let begun = performance.now();
          for (const line of cut(chunk)) {
            const message = messageIn(line);
            if (message) controller.enqueue(message);
            if (performance.now() - begun < AT_A_TIME) continue;
            await turn();
            begun = performance.now();
          }
          await room();
          await turn();
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
  return { readable, writable };
}

function parsed(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
  } catch {
    return undefined;
  }
}
