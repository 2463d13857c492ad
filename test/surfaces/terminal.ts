import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { pathOf } from "../run/programs.ts";

const bin = fileURLToPath(new URL("../../plugins/cli/bin/postern.js", import.meta.url));

interface Size {
  readonly columns?: number;
  readonly rows?: number;
}

/** Starts a shell command in a real terminal of this size, by `script` of util-linux, where `postern` is the command line. */
export function openTerminal(
  { home, data }: { readonly home: string; readonly data: string },
  command: string,
  env: Readonly<Record<string, string>> = {},
  { columns = 80, rows = 50 }: Size = {},
) {
  const folder = join(home, "bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "postern"), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, { mode: 0o755 });
  const variables = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: home,
    POSTERN_DATA: data,
    TERM: "xterm-256color",
    TZ: "UTC",
    SHELL: "/bin/sh",
    ...env,
  };
  const typed = `stty cols ${columns} rows ${rows}; ${command}`;
  const child = spawn(pathOf("script"), ["--quiet", "--return", "--echo", "never", "--command", typed, "/dev/null"], {
    cwd: home,
    env: variables,
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const seen = () => text.replaceAll("\r\n", "\n");
  const ended = new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text: seen() }));
  });
  return {
    seen,
    ended,
    /** Types characters, such as Ctrl-C as `\u0003`. */
    type: (keys: string) => void child.stdin.write(keys),
  };
}

/** What a shell command writes to a terminal. */
export const runInTerminal = (...args: Parameters<typeof openTerminal>) => openTerminal(...args).ended;
