import type { Socket } from "node:net";

/** Maximum bytes read in one turn of the event loop. */
const PORTION = 16_384;

/**
 * Passes on the data of a socket in small portions, with a turn of the event loop between them, so that a flood of data
 * does not block the process. The returned function pauses and resumes reading.
 */
export function readInPortions(socket: Socket, take: (portion: Buffer) => void): (on: boolean) => void {
  const waiting: Buffer[] = [];
  let budget = PORTION;
  let open = true;
  let isDue = false;

  function flush() {
    for (let first = budget > 0 && waiting.shift(); first; first = budget > 0 && waiting.shift()) {
      const now = first.subarray(0, budget);
      if (now.length < first.length) waiting.unshift(first.subarray(now.length));
      budget -= now.length;
      take(now);
    }
  }

  function nextTurn() {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      budget = PORTION;
      if (!open) return;
      flush();
      if (waiting.length > 0) nextTurn();
      else socket.resume();
    });
  }

  socket.on("data", (data: Buffer) => {
    waiting.push(data);
    if (!isDue) flush();
    if (budget > 0) return;
    socket.pause();
    nextTurn();
  });
  // Data that arrived before the connection closed is still passed on.
  socket.once("close", () => {
    budget = Number.POSITIVE_INFINITY;
    flush();
  });

  return (on) => {
    open = on;
    if (on) nextTurn();
    else socket.pause();
  };
}
