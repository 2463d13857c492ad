import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { on } from "./cores.ts";
import { serverFile } from "./files.ts";

/** Runs a built program to its end and answers what it told as JSON in its last line. */
export async function runProgram<T>(name: string, cores: string, env: Record<string, string>): Promise<T> {
  const [command, args] = on(cores, process.execPath, [serverFile(name)]);
  const { stdout } = await promisify(execFile)(command, args, {
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}
