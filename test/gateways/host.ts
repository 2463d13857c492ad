import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import type { newUser } from "../surfaces/postern.ts";

const bin = fileURLToPath(new URL("../../plugins/cli/bin/postern.js", import.meta.url));
const NAMESPACES = ["--uts", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Whether a process can be given a host name and process ids of its own, as on another machine or in a container. */
export const canSeparate = spawnSync("unshare", [...NAMESPACES, "true"]).status === 0;

/** Serves a user's gateway on a host of its own with this name, which sees no process of this one. */
export async function serveElsewhere({ home, data }: ReturnType<typeof newUser>, store: string, hostname: string) {
  const command = `hostname "${hostname}"; exec "${process.execPath}" "${bin}" serve --port 0 --json --store "${store}"`;
  const child = spawn("unshare", [...NAMESPACES, "sh", "-c", command], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, POSTERN_DATA: data, CI: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (output.out += chunk));
  child.stderr.on("data", (chunk) => (output.err += chunk));
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`The gateway of ${home} ended: ${output.err}`);
    if (!output.out.includes("\n")) throw new Error("It has not started yet");
  });
  return { url: (JSON.parse(output.out) as { url: string }).url };
}
