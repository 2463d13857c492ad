import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";

/** A disk in memory that only processes started by `inside` see, and that is gone when it is stopped. */
export interface SmallDisk {
  /** The command that runs a program on it, as another user. */
  inside(program: string, args: readonly string[]): [string, string[]];
  append(file: string, text: string): void;
  /** Takes all space but this, in MiB. */
  fill(left: number): void;
  free(): void;
  stop(): void;
}

export async function startSmallDisk(path: string, mib: number, user: number): Promise<SmallDisk> {
  mkdirSync(path);
  chownSync(path, user, user);
  const script = `mount -t tmpfs -o size=${mib}m,uid=${user},gid=${user} tmpfs "$0" && echo ready && exec sleep infinity`;
  const holder = spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", script, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((ready, fail) => {
    holder.stdout.once("data", () => ready());
    holder.once("exit", (code) => fail(new Error(`The disk was not made: ${code}`)));
  });
  const inside = (program: string, args: readonly string[]): [string, string[]] => [
    "nsenter",
    [`--mount=/proc/${holder.pid}/ns/mnt`, `--setuid=${user}`, `--setgid=${user}`, program, ...args],
  ];
  const shell = (text: string, ...args: string[]) => {
    const [program, all] = inside("sh", ["-c", text, ...args]);
    execFileSync(program, all, { stdio: "pipe" });
  };
  const ballast = `${path}/ballast`;
  return {
    inside,
    append: (file, text) => shell('printf %s "$1" >>"$0"', file, text),
    fill(left) {
      const free = '$(($(stat -f -c "%a * %S" "$1") - $2 * 1048576))';
      shell(`fallocate -l "${free}" "$0"`, ballast, path, String(left));
    },
    free: () => shell('rm "$0"', ballast),
    stop: () => void holder.kill("SIGKILL"),
  };
}
