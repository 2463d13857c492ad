import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { on } from "./cores.ts";
import { serverFile } from "./files.ts";
import { undisturbed } from "./others.ts";

/** Runs a built program to its end and answers what it told as JSON in its last line. */
export async function runProgram<T>(name: string, cores: string, env: Record<string, string>): Promise<T> {
  const [command, args] = on(cores, process.execPath, [serverFile(name)]);
  const options = { env: { ...process.env, NODE_ENV: "production", ...env } };
  const { stdout } = await undisturbed(`a run of ${name}`, () => promisify(execFile)(command, args, options));
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}
