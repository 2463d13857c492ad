/** Another gateway on the same database: notes when it learns of commits, and what the driver costs while nothing happens. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { complete, type Version } from "@postern/core/storage";
import { folder } from "./ready.ts";
import { openStorage } from "./storage.ts";

const idleMs = Number(process.env.IDLE_MS);
const store = await complete(openStorage());
/** Numbers and when they were first seen, in Unix milliseconds. */
const seen: [Version, number][] = [];
let last = 0;
const unwatch = store.onCommit?.((number) => {
  if (number <= last) return;
  last = number;
  seen.push([number, performance.timeOrigin + performance.now()]);
});
await pause(1_000);
const before = process.cpuUsage();
await pause(idleMs);
const { user, system } = process.cpuUsage(before);
while (!existsSync(join(folder, "over"))) await pause(50);
unwatch?.();
await store.dispose?.();
process.stdout.write(`${JSON.stringify({ seen, idle: (user + system) / 1000 / idleMs })}\n`);
