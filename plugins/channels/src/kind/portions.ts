import type { Socket } from "node:net";

/** How much is read in one turn. */
const PORTION = 16_384;

/**
 * Hands on what a socket brings in small portions, with a turn for everything else between them: a flood is read as fast
 * as ever, and stops nobody. The answer has it wait, or go on.
 */
export function readInPortions(socket: Socket, take: (portion: Buffer) => void): (on: boolean) => void {
  const waiting: Buffer[] = [];
  let left = PORTION;
  let open = true;
  let isDue = false;

  function hand() {
    for (let first = left > 0 && waiting.shift(); first; first = left > 0 && waiting.shift()) {
      const now = first.subarray(0, left);
      if (now.length < first.length) waiting.unshift(first.subarray(now.length));
      left -= now.length;
      take(now);
    }
  }

  function nextTurn() {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      left = PORTION;
      if (!open) return;
      hand();
      if (waiting.length > 0) nextTurn();
      else socket.resume();
    });
  }

  socket.on("data", (data: Buffer) => {
    waiting.push(data);
    if (!isDue) hand();
    if (left > 0) return;
    socket.pause();
    nextTurn();
  });
  // What came before the end came.
  socket.once("close", () => {
    left = Number.POSITIVE_INFINITY;
    hand();
  });

  return (on) => {
    open = on;
    if (on) nextTurn();
    else socket.pause();
  };
}
