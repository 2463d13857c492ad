import { spawnSync } from "node:child_process";
import { closeSync, constants, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { folder, sourceFile } from "./files.ts";
import { spreadOf } from "./spread.ts";

/** The environment of a server whose flushes take a millisecond longer; undefined where it cannot be had. */
export function slowDisk(): Record<string, string> | undefined {
  if (process.platform !== "linux") return undefined;
  const library = join(folder, "slow-disk.so");
  const source = sourceFile("slow-disk/slow-disk.c");
  const compiled = spawnSync("cc", ["-O2", "-fPIC", "-shared", "-o", library, source, "-ldl"], { encoding: "utf8" });
  if (compiled.error) return undefined;
  if (compiled.status !== 0) throw new Error(`The slow disk does not compile:\n${compiled.stderr}`);
  return { LD_PRELOAD: library, SLOW_DISK_US: "1000" };
}

/** The ways to flush that Node itself has. */
type Way = "fsync" | "fdatasync" | "O_DSYNC write" | "plain write";

/** Milliseconds by way. */
export type Flushes = Record<Way, number>;

/** Each on a file of 4 KiB that is written again and again. */
const ways: Record<Way, { flags: number; flush: (file: number) => void }> = {
  fsync: { flags: 0, flush: fsyncSync },
  fdatasync: { flags: 0, flush: fdatasyncSync },
  "O_DSYNC write": { flags: constants.O_DSYNC, flush: () => {} },
  "plain write": { flags: 0, flush: () => {} },
};

/** The median milliseconds of each way to flush a page, on the disk of the bench folder. */
export function timeFlushes(times = 200): Flushes {
  const page = Buffer.alloc(4096, 1);
  const measured = Object.entries(ways).map(([name, { flags, flush }]) => {
    const file = openSync(join(folder, "flush"), constants.O_CREAT | constants.O_RDWR | flags, 0o600);
    const took = Array.from({ length: times }, () => {
      const begin = performance.now();
      writeSync(file, page, 0, page.length, 0);
      flush(file);
      return performance.now() - begin;
    });
    closeSync(file);
    return [name, spreadOf(took).median];
  });
  return Object.fromEntries(measured) as Flushes;
}
