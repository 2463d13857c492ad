import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { newUser } from "./postern.ts";

const bin = fileURLToPath(new URL("../../plugins/cli/bin/postern.js", import.meta.url));

/** Serves a folder with a file size limit, as on a full disk. */
async function serveLimited(user: ReturnType<typeof newUser>, bytes: number) {
  const command = [`--fsize=${bytes}:unlimited`, process.execPath, bin, "serve", "--port", "0", "--json"];
  const env = { PATH: process.env.PATH, HOME: user.home, POSTERN_DATA: user.data, CI: "true" };
  const child: ChildProcess = spawn("prlimit", command, { env, cwd: user.home, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => (output.out += chunk));
  child.stderr?.on("data", (chunk) => (output.err += chunk));
  const ended = new Promise((resolve) => child.once("close", resolve));
  await expect.poll(() => output.out.includes('"url"') || child.exitCode !== null).toBe(true);
  return { child, output, ended };
}

it("a gateway starts on a full disk, serves reads, and leaves no files behind", async () => {
  const user = newUser();
  const { key } = await user.json("init");
  await user.json("chats", "create", "--title", "Tea");
  rmSync(join(user.data, "manifest.json"), { force: true });
  const { child, output, ended } = await serveLimited(user, 4_096);
  expect(output.err).toContain("cannot write to");
  // The library of the store prints failed writes to standard output.
  const [, url] = /"url":"([^"]+)"/.exec(output.out) ?? [];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${url}/api/v1/chats/list`, { method: "POST", headers, body: "{}" });
  const { chats } = (await response.json()) as { chats: { title: string }[] };
  expect(chats.map(({ title }) => title)).toEqual(["Tea"]);
  child.kill("SIGTERM");
  await ended;
  // Incomplete files are removed.
  expect(readdirSync(user.data).filter((name) => /\.\d+$/.test(name))).toEqual([]);
  expect(existsSync(join(user.data, "manifest.json"))).toBe(false);
});
