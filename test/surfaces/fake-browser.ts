import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../run/until.ts";

/** What a browser was started with, and what it found in the file. */
interface Opened {
  /** All arguments. */
  readonly args: string;
  readonly file: string;
  readonly html: string;
  /** Where the file leads. */
  readonly address: string;
}

/** A program in the place of a browser: it writes down its arguments, and reads the file that they name. */
export function fakeBrowser(home: string) {
  const path = join(home, "browser");
  const args = join(home, "browser-arguments");
  const html = join(home, "browser-html");
  const name = '"$(printf %s "$1" | sed "s|^file://||")"';
  const script = `#!/bin/sh\ncat ${name} > "${html}"\nprintf "%s\\n" "$@" > "${args}.new"\nmv "${args}.new" "${args}"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return {
    path,
    /** Waits for the next start. */
    async opened(): Promise<Opened> {
      await until(() => {
        if (!existsSync(args)) throw new Error("The browser was not started");
      });
      const found = { args: readFileSync(args, "utf8").trim(), html: readFileSync(html, "utf8") };
      rmSync(args);
      const file = found.args.startsWith("file:") ? fileURLToPath(found.args) : found.args;
      const [, address = ""] = /content="0; url=([^"]+)"/.exec(found.html) ?? [];
      return { ...found, file, address };
    },
  };
}

/** Signs in with the ticket in an address, as the console does. */
export function signInWith(address: string): Promise<Response> {
  const { origin, hash } = new URL(address);
  return fetch(`${origin}/console/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticket: hash.replace("#ticket=", "") }),
  });
}
