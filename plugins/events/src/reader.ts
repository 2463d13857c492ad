import type { Caller, EventHead } from "@postern/core";
import type { EventVisibility } from "@postern/kit/cloudevents";
import { acceptor, type Streamed } from "./filter.ts";
import { type createFrames, cursorFrame, heartbeat, opening } from "./frames.ts";

interface Setting {
  readonly frames: ReturnType<typeof createFrames>;
  readonly sight: EventVisibility;
  /** Milliseconds between heartbeats. */
  readonly heartbeat: number;
  closed(reader: Reader): void;
  now(): number;
}

/**
 * One open stream. It holds a cursor and no queue: the next chunk is read when the client has consumed the previous
 * one, so a client that does not read costs only its connection.
 */
export interface Reader {
  /** Who opened it, with the rights of then. */
  readonly opener: Caller;
  /** Unix milliseconds. */
  readonly openedAt: number;
  readonly contextId: string;
  readonly body: ReadableStream<Uint8Array>;
  /** The cursor up to which events were read. */
  cursor(): string;
  /**
   * When the stream started to wait for its client, in milliseconds of the monotonic clock; undefined while the client
   * waits for the stream.
   */
  stuckSince(): number | undefined;
  /** Called after a commit. */
  wake(): void;
  /** Called when the caller's rights may have changed. */
  setCaller(caller: Caller): void;
  /** Ends the stream; with a reason, the connection is aborted. */
  end(reason?: Error): void;
}

export function openReader(setting: Setting, first: Caller, filter: Streamed, after: string): Reader {
  const { frames, sight } = setting;
  let accept: (event: EventHead) => boolean;
  let holder = first;
  let key = "";
  let cursor = after;
  let sentCursor = after;
  let wakeUp: (() => void) | undefined;
  let stuck: number | undefined = performance.now();
  let isOpen = true;
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;

  function setCaller(caller: Caller): void {
    accept = acceptor(filter, caller, sight);
    holder = caller;
    // What is shown depends on the identity of the caller and not only on their rights.
    key = JSON.stringify([filter, caller.contextId, caller.chain]);
  }
  setCaller(first);

  const waitForWake = (limit: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), limit);
      wakeUp = () => {
        clearTimeout(timer);
        wakeUp = undefined;
        resolve(true);
      };
    });

  /** Returns the next bytes to send, or undefined once the stream has ended. */
  async function next(): Promise<Uint8Array | undefined> {
    const heartbeatAt = performance.now() + setting.heartbeat;
    while (isOpen) {
      const chunk = await frames.next(key, cursor, { caller: holder, accept, isNamed: filter.isNamed });
      cursor = chunk.cursor;
      if (chunk.bytes) {
        sentCursor = cursor;
        return chunk.bytes;
      }
      if (chunk.more) continue;
      const left = heartbeatAt - performance.now();
      if (left > 0 && (await waitForWake(left))) continue;
      if (!isOpen) break;
      const bytes = sentCursor === cursor ? heartbeat : cursorFrame(cursor);
      sentCursor = cursor;
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
        controller.enqueue(opening(after));
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
    opener: first,
    openedAt: setting.now(),
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
