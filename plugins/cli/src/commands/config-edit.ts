import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { spawnProgram } from "@postern/core/process";
import type { GlobalFlags } from "../args.ts";
import { problemsOf } from "../config-check.ts";
import { configTarget } from "../config-target.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { plain } from "../output/plain.ts";

const EMPTY = '{\n  "plugins": {}\n}\n';

/** Opens the configuration file in the user's editor, which is created if it does not exist, and checks it afterwards. */
export async function editConfig(flags: GlobalFlags, options: { global?: boolean }, io: Io): Promise<ExitCode> {
  const file = configTarget(flags, options, io);
  const editor = io.env.VISUAL || io.env.EDITOR;
  if (!editor) throw new Refusal(`No editor found. Set VISUAL or EDITOR, or edit ${file.path} directly.`, Exit.failed);
  if (!existsSync(file.path)) {
    mkdirSync(dirname(file.path), { recursive: true, mode: 0o700 });
    writeFileSync(file.path, EMPTY, { flag: "wx" });
  }
  const code = await runEditor(editor, file.path, io);
  if (code !== 0) throw new Refusal(`The editor "${editor}" ended with exit code ${code}`, Exit.failed);
  const problems = await problemsOf(file, flags, io);
  if (problems.length === 0) {
    io.note(`${plain(file.path)} is valid. Restart a running gateway to use it.\n`);
    return Exit.done;
  }
  io.note(`${plain(problems.join("\n"))}\nFix this with "postern config edit".\n`);
  return Exit.failed;
}

/** VISUAL and EDITOR are shell commands, such as `code --wait`. */
async function runEditor(editor: string, path: string, { cwd }: Io): Promise<number> {
  const child =
    process.platform === "win32"
      ? spawnProgram(`${editor} "${path}"`, [], { cwd, stdio: "inherit", shell: true })
      : spawnProgram("sh", ["-c", `${editor} "$1"`, "sh", path], { cwd, stdio: "inherit" });
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}
