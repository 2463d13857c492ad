import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import type { Child } from "../work/child.ts";
import { createLines } from "./lines.ts";

/** Maximum length of a message, in bytes. */
const MAX_LINE = 4 * 1024 * 1024;
/** Lines that are not messages, such as log output, are ignored up to this number. */
const MAX_GARBAGE = 1_000;
/** Maximum number of open requests from an agent. */
const MAX_OPEN = 50;
/** After this many ms of parsing, the event loop gets a turn, so that a flood cannot block other work. */
const MAX_BLOCK_MS = 8;

export interface UpdateReceiver {
  /** Receives each session update, in order. */
  update(params: unknown): void;
  /** Resolves when updates can be received again; undefined if they can be now. */
  whenWritable(): Promise<void> | undefined;
}

type JsonObject = Record<string, unknown>;

/**
 * Adapts the pipes of a process to the stream of the SDK. Filters out what agents send in error: lines that are not
 * messages, unexpected or repeated responses, and unknown notifications.
 */
export function streamOf(
  { input, output }: Pick<Child, "input" | "output">,
  { update, whenWritable }: UpdateReceiver,
): Stream {
  const sentIds = new Set<unknown>();
  const open = new Set<unknown>();
  let garbage = 0;

  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      const { id, method } = message as JsonObject;
      if (method === undefined) open.delete(id);
      else if (id !== undefined) sentIds.add(id);
      if (input.destroyed || input.writableEnded) throw new Error("The agent has ended");
      if (!input.write(`${JSON.stringify(message)}\n`)) {
        await Promise.race([once(input, "drain"), once(input, "close")]);
      }
    },
  });

  /** Parses a line; undefined if the SDK must not see it. */
  function parseLine(line: Buffer): AnyMessage | undefined {
    const text = line.toString("utf8").trim();
    if (text === "") return undefined;
    const message = parseObject(text);
    if (message === undefined) {
      if (++garbage > MAX_GARBAGE) throw new Error("The output of the agent is not the Agent Client Protocol");
      return undefined;
    }
    const { id, method } = message;
    if (typeof method !== "string") return sentIds.delete(id) ? (message as AnyMessage) : undefined;
    if (id === undefined) {
      if (method === "session/update") update(message.params);
      return method === "$/cancel_request" ? (message as AnyMessage) : undefined;
    }
    if (open.size >= MAX_OPEN || open.has(id))
      throw new Error(`The agent sent more than ${MAX_OPEN} requests at a time, or repeated a request id`);
    open.add(id);
    return message as AnyMessage;
  }

  const readable = new ReadableStream<AnyMessage>({
    async start(controller) {
      const cut = createLines(MAX_LINE);
      try {
        for await (const chunk of output as AsyncIterable<Buffer>) {
          let begun = performance.now();
          for (const line of cut(chunk)) {
            const message = parseLine(line);
            if (message) controller.enqueue(message);
            if (performance.now() - begun < MAX_BLOCK_MS) continue;
            await turn();
            begun = performance.now();
          }
          await whenWritable();
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

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
