import { setImmediate as turn } from "node:timers/promises";
import { type CarriedCalls, gatewayErrors, type PluginContext } from "@postern/core";
import type { Body } from "./body.ts";
import { answerOf, createCaller, numbered } from "./call.ts";
import { StreamIdle } from "./errors.ts";
import type { group } from "./group.ts";
import { createLineReader, type ReadLine } from "./lines.ts";
import { createOutput } from "./output.ts";
import type { Stream } from "./state.ts";

/** While more characters of answers wait for the client, no further line is read. */
const MAX_WAITING = 2 ** 20;
/** Maximum total size of the lines in flight, in bytes. A single line may be longer. */
const MAX_BYTES = 16 * 2 ** 20;
/** The event loop has a turn after this many lines, or lines of this size together in bytes. */
const PORTION = { lines: 32, bytes: 64 * 1024 };
/** How often to check whether the server closes or the client is idle, in milliseconds. */
const LOOK = 250;

/**
 * Runs the lines of a body, and answers them in the order in which they finish. `execute` is that of lines that do not
 * say it.
 */
export function openStream(host: PluginContext<typeof group>, calls: CarriedCalls, body: Body, execute: boolean) {
  const { config, manifest, state, signal } = host;
  const operations = new Map(manifest.operations.map((operation) => [operation.id, operation]));
  const longest = Math.max(2 ** 20, ...manifest.operations.map(({ bodyLimit }) => bodyLimit));
  const reader = createLineReader(longest, state.memory);
  const answer = createCaller(calls, { operations, longest, execute });
  const output = createOutput(
    () => wake(),
    () => end("gone"),
  );
  let wake = () => {};
  let portion = { lines: 0, bytes: 0 };
  let inFlight = 0;
  let bytes = 0;
  let began = 0;
  let activity = performance.now();
  let ended: "gone" | "stopping" | "idle" | undefined;

  function end(why: NonNullable<typeof ended>): void {
    ended ??= why;
    body.stop();
    wake();
  }

  function look(): void {
    if (body.isClosing()) end("stopping");
    else if (inFlight === 0 && performance.now() - activity > config.idle * 1_000) end("idle");
  }

  const isFull = () =>
    inFlight >= config.inFlight || (inFlight > 0 && bytes > MAX_BYTES) || output.size() > MAX_WAITING;
  const waitWhile = async (isBlocked: () => boolean) => {
    while (isBlocked()) await new Promise<void>((resolve) => (wake = resolve));
  };

  /** Starts the lines one after another, each as soon as there is room for it. */
  async function run(lines: Iterable<ReadLine>): Promise<void> {
    for (const line of lines) {
      await waitWhile(() => isFull() && !ended);
      if (ended) return;
      void start(line);
      portion.lines++;
      portion.bytes += line.bytes?.length ?? 0;
      if (portion.lines < PORTION.lines && portion.bytes < PORTION.bytes) continue;
      portion = { lines: 0, bytes: 0 };
      await turn();
    }
  }

  async function start(line: ReadLine): Promise<void> {
    const size = line.bytes?.length ?? 0;
    began = line.number;
    inFlight++;
    bytes += size;
    const text = await answer(line);
    inFlight--;
    bytes -= size;
    activity = performance.now();
    if (ended !== "gone") output.push(text);
    wake();
  }

  async function runAll(): Promise<void> {
    try {
      for (let chunk = await body.next(); chunk && !ended; chunk = await body.next()) {
        activity = performance.now();
        await run(reader.push(chunk));
      }
      if (!ended) await run(reader.end());
    } catch {
      // Half a line of a client that has disconnected is not a call.
      end("gone");
    }
    reader.close();
    await waitWhile(() => inFlight > 0);
    const error = lastError();
    if (error) output.push(last(error));
    output.end();
  }

  /** Why lines remain that were not run. */
  function lastError() {
    if (ended === "stopping") return gatewayErrors.Unavailable({ reason: STOPPING, state: "stopping" });
    return ended === "idle" ? StreamIdle({ idle: config.idle }) : undefined;
  }

  /** The last line of an answer that ends early: it names the first line that was not run. */
  function last(error: Error): string {
    const { status, text } = calls.refuse(error, "end");
    return answerOf(null, status, numbered(text, began + 1));
  }

  const looking = setInterval(look, LOOK).unref();
  const onStop = () => end("stopping");
  signal.addEventListener("abort", onStop, { once: true });
  const finished = runAll().finally(() => {
    clearInterval(looking);
    signal.removeEventListener("abort", onStop);
    state.open.delete(stream);
  });
  const stream: Stream = { stop: onStop, finished };
  state.open.add(stream);
  return output.body;
}

const STOPPING = "The gateway is stopping. This line and those after it were not run.";
