import type { GlobalFlags } from "../args.ts";
import { findConfig } from "../config.ts";
import { problemsOf } from "../config-check.ts";
import { Exit, type ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import { plain } from "../output/plain.ts";

/** Reports every problem of the configuration; fails if there is one. */
export async function checkConfig(flags: GlobalFlags, { json }: { json?: boolean }, io: Io): Promise<ExitCode> {
  const file = findConfig(flags.configFile, io.cwd);
  const problems = await problemsOf(file, flags, io);
  if (json) io.out(`${JSON.stringify({ ...(file && { file: file.path }), problems })}\n`);
  else if (problems.length > 0) io.note(`${plain(problems.join("\n"))}\n`);
  else
    io.out(file ? `${plain(file.path)} is valid\n` : "No configuration file found. The default settings are valid.\n");
  return problems.length > 0 ? Exit.failed : Exit.done;
}
