import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Verified } from "@postern/core/storage";
import { assertExists } from "./folder.ts";
import { faultInPages } from "./pages.ts";

/** Reads the whole store in another process. If that process crashes, the store is damaged. */
export async function verifyInChild(path: string, signal: AbortSignal): Promise<Verified> {
  signal.throwIfAborted();
  assertExists(path);
  const file = fileURLToPath(new URL("./verifier.js", import.meta.url));
  const child = spawn(process.execPath, [file, path], { stdio: ["ignore", "pipe", "ignore"] });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  try {
    const [answer, [code, ended]] = await Promise.all([text(child.stdout), once(child, "close")]);
    signal.throwIfAborted();
    if (code === 0) return JSON.parse(answer) as Verified;
    const how =
      ended === null
        ? `the verification process failed with code ${code}`
        : `the verification process was ended by ${ended}`;
    return {
      checked: 0,
      damaged: 0,
      keys: [],
      lost: [],
      broken: faultInPages(join(path, "data.mdb")) ?? `The store at ${path} cannot be read completely: ${how}`,
    };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}
