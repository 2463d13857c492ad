/**
 * Follows a stream with as many connections as asked until each has seen so many events, and tells what was lost or
 * doubled and how late events came. Reads bytes, not JSON: a hundred readers in one process must not be what is measured.
 */
import { get } from "node:http";

const { PORT, TOKEN = "", READERS = "1", STUCK = "0", EXPECT = "0", AFTER = "", LIMIT_MS = "60000" } = process.env;
const wanted = Number(EXPECT);
const delays: number[] = [];
let doubled = 0;
let done = 0;
let seen = 0;
const began = performance.now();
const headers = { authorization: `Bearer ${TOKEN}` };
const url = `http://127.0.0.1:${PORT}/api/v1/events/stream?type=ticks.**${AFTER && `&after=${AFTER}`}`;

function finish(): void {
  delays.sort((left, right) => left - right);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0;
  const seconds = (performance.now() - began) / 1_000;
  const lost = wanted * Number(READERS) - seen;
  console.log(JSON.stringify({ lost, doubled, p50: at(0.5), p99: at(0.99), most: at(1), rate: seen / seconds }));
  process.exit();
}

function follow(reads: boolean): Promise<void> {
  return new Promise((opened, failed) => {
    get(url, { headers, agent: false }, (response) => {
      opened();
      if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`);
      response.on("error", () => {});
      if (!reads) return;
      let rest = "";
      let count = 0;
      let last = [0, 0];
      response.setEncoding("latin1").on("data", (piece: string) => {
        const now = Date.now();
        const frames = (rest + piece).split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) {
          const at = frame.indexOf('"at":');
          if (at < 0) continue;
          const id = frame.slice(4, frame.indexOf("\n")).split(".").map(Number);
          const [number = 0, n = 0] = id;
          const [lastNumber = 0, lastN = 0] = last;
          if (number < lastNumber || (number === lastNumber && n <= lastN)) doubled++;
          last = id;
          count++;
          seen++;
          if (!AFTER) delays.push(now - Number(frame.slice(at + 5, at + 18)));
        }
        if (count === wanted && ++done === Number(READERS)) finish();
      });
    }).on("error", failed);
  });
}

await Promise.all([
  ...Array.from({ length: Number(READERS) }, () => follow(true)),
  ...Array.from({ length: Number(STUCK) }, () => follow(false)),
]);
console.error("following");
setTimeout(finish, Number(LIMIT_MS));
