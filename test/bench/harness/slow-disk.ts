import { spawnSync } from "node:child_process";
import { closeSync, constants, fdatasyncSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { folder, sourceFile } from "./files.ts";
import { spreadOf } from "./spread.ts";

/** A disk whose flushes take a millisecond longer, as an environment for servers. */
export interface SlowDisk {
  env: Record<string, string>;
  /** How many flushes a server was made to wait for, told when it has ended. */
  flushes(): number;
}

/** Compiles the slow disk; undefined where there is no compiler or nothing can be preloaded. */
export function slowDisk(): SlowDisk | undefined {
  if (process.platform !== "linux") return undefined;
  const library = join(folder, "slow-disk.so");
  const compiled = spawnSync("cc", [
    "-O2",
    "-fPIC",
    "-shared",
    "-o",
    library,
    sourceFile("slow-disk/slow-disk.c"),
    "-ldl",
  ]);
  if (compiled.error) return undefined;
  if (compiled.status !== 0) throw new Error(`The slow disk does not compile:\n${compiled.stderr}`);
  const count = join(folder, "slow-disk.count");
  return {
    env: { LD_PRELOAD: library, SLOW_DISK_US: "1000", SLOW_DISK_COUNT: count },
    flushes: () => Number(readFileSync(count, "utf8")),
  };
}

/** The ways to flush that Node itself has, each on a file of 4 KiB that is written again and again. */
const ways = {
  fsync: { flags: 0, flush: fsyncSync },
  fdatasync: { flags: 0, flush: fdatasyncSync },
  "O_DSYNC write": { flags: constants.O_DSYNC, flush: () => {} },
  "plain write": { flags: 0, flush: () => {} },
} satisfies Record<string, { flags: number; flush: (file: number) => void }>;

/** The median milliseconds of each way to flush a page, on the disk of the bench folder. */
export function timeFlushes(times = 200): Record<keyof typeof ways, number> {
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
  return Object.fromEntries(measured) as Record<keyof typeof ways, number>;
}
