import { storeError } from "./failure.ts";
import type { Settings } from "./options.ts";
import type { Pool } from "./pool.ts";
import type { Statements } from "./statements.ts";

/** Milliseconds between two looks at the server's clock. */
const SAMPLE_EVERY = 5_000;

export interface Clock {
  /** The time of the server, Unix milliseconds. */
  now(): number;
  stop(): void;
}

/**
 * The server's clock, so that gateways on several machines agree about leases and due times whatever their own clocks
 * say. Between two looks it advances with the monotonic clock of this machine. Rejects if the server cannot be asked.
 */
export async function startClock(pool: Pool, texts: Statements, settings: Settings): Promise<Clock> {
  /** The server's time at the origin of the monotonic clock. */
  let origin: number | undefined;

  async function sample(): Promise<void> {
    const asked = performance.now();
    const [rows] = await pool.run([{ name: "clock", text: texts.clock }]);
    const answered = performance.now();
    const found = Number(rows?.[0]?.[0]) - (asked + answered) / 2;
    // A sample is as uncertain as half its round trip: smaller differences are noise, and time should not jump.
    if (origin === undefined || Math.abs(found - origin) > (answered - asked) / 2) origin = found;
  }

  await sample().catch((error: unknown) => {
    throw storeError(error, "read the clock", settings);
  });
  // A server that cannot be reached is noticed by other users of the store.
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_EVERY).unref();
  return { now: () => Math.floor(performance.now() + (origin as number)), stop: () => clearInterval(timer) };
}
