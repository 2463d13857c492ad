import { readFileSync } from "node:fs";

/** Memory that is this process's own. Pages of the store's file are the system's, which takes them back when it needs them. */
export function anonymousMiB(): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
