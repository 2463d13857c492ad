/**
 * Moves the wall clock of a process by the milliseconds in the file CHAOS_CLOCK. Monotonic time is not touched. Loaded with
 * `NODE_OPTIONS=--import`, also in its threads.
 */
import { readFileSync } from "node:fs";

const file = process.env.CHAOS_CLOCK;
const RealDate = Date;
let offset = 0;

function read() {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    // The file is being replaced: the offset stays.
  }
}

if (file !== undefined) {
  read();
  setInterval(read, 100).unref();
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
