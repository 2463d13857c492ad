import type { Caller, EventHead } from "@postern/core";
import type { Sight } from "@postern/core/cloudevents";
import { acceptor, type Streamed } from "./filter.ts";
import { type createFrames, heartbeat, opening, placeFrame } from "./frames.ts";

interface Setting {
  readonly frames: ReturnType<typeof createFrames>;
  readonly sight: Sight;
  /** Milliseconds between signs of life. */
  readonly heartbeat: number;
  closed(reader: Reader): void;
}

/**
 * One open stream. It holds a place in the journal and no queue: what comes next is read when the client has taken
 * what came before, so one that does not read costs nothing but its connection.
 */
export interface Reader {
  readonly contextId: string;
  readonly body: ReadableStream<Uint8Array>;
  /** The place that it has come to. */
  cursor(): string;
  /** Since when it waits for its client to take something, in milliseconds of the steady clock; undefined while the client waits for it. */
  stuckSince(): number | undefined;
  /** Something was committed. */
  wake(): void;
  /** What its caller may do has changed. */
  setCaller(caller: Caller): void;
  /** Ends the stream; with a reason, the connection is cut. */
  end(reason?: Error): void;
}

export function openReader(setting: Setting, first: Caller, filter: Streamed, after: string): Reader {
  const { frames, sight } = setting;
  let accept: (event: EventHead) => boolean;
  let holder = first;
  let key = "";
  let cursor = after;
  let told = after;
  let wakeUp: (() => void) | undefined;
  let stuck: number | undefined = performance.now();
  let isOpen = true;
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;

  function setCaller(caller: Caller): void {
    accept = acceptor(filter, caller, sight);
    holder = caller;
    // What is shown depends on who somebody is, and not only on what they may do.
    key = JSON.stringify([filter, caller.contextId, caller.chain]);
  }
  setCaller(first);

  const nap = (limit: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), limit);
      wakeUp = () => {
        clearTimeout(timer);
        wakeUp = undefined;
        resolve(true);
      };
    });

  /** Answers what to send next; undefined once the stream has ended. */
  async function next(): Promise<Uint8Array | undefined> {
    const beat = performance.now() + setting.heartbeat;
    while (isOpen) {
      const chunk = await frames.next(key, cursor, { caller: holder, accept, isNamed: filter.isNamed });
      cursor = chunk.cursor;
      if (chunk.bytes) {
        told = cursor;
        return chunk.bytes;
      }
      if (chunk.more) continue;
      const left = beat - performance.now();
      if (left > 0 && (await nap(left))) continue;
      if (!isOpen) break;
      const bytes = told === cursor ? heartbeat : placeFrame(cursor);
      told = cursor;
      return bytes;
    }
    return undefined;
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    wakeUp?.();
    setting.closed(reader);
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        control = controller;
        controller.enqueue(opening);
      },
      async pull(controller) {
        stuck = undefined;
        const bytes = await next();
        stuck = performance.now();
        if (bytes && isOpen) controller.enqueue(bytes);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );

  const reader: Reader = {
    contextId: first.contextId,
    body,
    cursor: () => cursor,
    stuckSince: () => stuck,
    wake: () => wakeUp?.(),
    setCaller,
    end(reason) {
      if (!isOpen) return;
      close();
      if (reason) control?.error(reason);
      else control?.close();
    },
  };
  return reader;
}
