import { type Child, start as startFile } from "../../../storage-drivers/processes/spawn.ts";

/** A child process that can receive signals. It prints its process id in its first line. */
export function start(file: string, ...args: (string | number)[]): Child & { signal(signal: NodeJS.Signals): void } {
  const child = startFile(file, ...args);
  return {
    ...child,
    signal(signal) {
      const pid = Number(child.lines()[0]?.split(" ")[1]);
      process.kill(pid, signal);
    },
  };
}
