import { setImmediate as turn } from "node:timers/promises";

/** The body of an answer, which grows while the client reads it. */
export interface Output {
  readonly body: ReadableStream<Uint8Array>;
  push(line: string): void;
  end(): void;
  /** Number of characters that wait for the client. */
  size(): number;
}

/** Calls `onRead` when the client has read, and `onGone` when it has disconnected. */
export function createOutput(onRead: () => void, onGone: () => void): Output {
  let lines: string[] = [];
  let size = 0;
  let hasEnded = false;
  let wake = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(control) {
        if (lines.length === 0 && !hasEnded) await new Promise<void>((resolve) => (wake = resolve));
        // The calls of a group of commits finish together and share a chunk.
        if (!hasEnded) await turn();
        const text = lines.join("");
        [lines, size] = [[], 0];
        if (text !== "") control.enqueue(Buffer.from(text));
        else control.close();
        onRead();
      },
      cancel: onGone,
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    push(line) {
      lines.push(line);
      size += line.length;
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
    size: () => size,
  };
}
