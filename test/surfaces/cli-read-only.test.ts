import { execFileSync, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { outputOf } from "../run/output.ts";
import { newUser } from "./postern.ts";

const bin = fileURLToPath(new URL("../../plugins/cli/bin/postern.js", import.meta.url));

const mayMount = (() => {
  try {
    execFileSync("unshare", ["--map-root-user", "--mount", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Starts `serve` with a wrapper program that restricts it; returns a client. */
async function serveUnder(user: ReturnType<typeof newUser>, key: string, command: string, args: readonly string[]) {
  const served = [process.execPath, bin, "serve", "--port", "0", "--json"];
  const env = { PATH: process.env.PATH, HOME: user.home, POSTERN_DATA: user.data, CI: "true" };
  const child = spawn(command, [...args, ...served], { cwd: user.home, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const { output } = outputOf(child);
  const { url } = await new Promise<{ url: string }>((ready, failed) => {
    child.stdout.once("data", (text) => ready(JSON.parse(String(text))));
    child.once("close", (code) => failed(new Error(`postern serve ended with ${code}: ${output.err}`)));
  });
  const post = async (path: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${url}/api/v1/${path}`, { method: "POST", body: JSON.stringify(body), headers });
    const answer = (await response.json()) as { chats?: { title: string }[]; status?: string };
    return { status: response.status, body: answer };
  };
  return { post, health: async () => (await fetch(`${url}/health`)).json(), errors: () => output.err };
}

/** Mounts the data folder read-only for this process. */
const READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
const readOnly = (data: string) => ["--map-root-user", "--mount", "sh", "-c", READ_ONLY, data];

async function expectReads({ post, health, errors }: Awaited<ReturnType<typeof serveUnder>>, titles: string[]) {
  const { status, body } = await post("chats/list");
  expect({ status, titles: body.chats?.map(({ title }) => title) }).toEqual({ status: 200, titles });
  expect((await post("chats/create", { title: "no" })).status).toBe(503);
  expect(await health()).toEqual({ status: "degraded" });
  expect((await post("service/status")).body.status).toBe("degraded");
  expect(errors()).toContain("cannot write to");
}

describe.skipIf(!mayMount)("postern serve on a read-only disk", () => {
  it("serves reads, and reports that it is degraded", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    await user.json("chats", "create", "--title", "Tea");
    await expectReads(await serveUnder(user, key, "unshare", readOnly(user.data)), ["Tea"]);
  });

  it("serves reads if no group has ever started", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    await expectReads(await serveUnder(user, key, "unshare", readOnly(user.data)), []);
  });
});

it("postern serve on a disk that is full after init serves reads and is degraded", async () => {
  const user = newUser();
  const { key } = await user.json("init");
  const { size } = statSync(join(user.data, "store/data.mdb"));
  await expectReads(await serveUnder(user, key, "prlimit", [`--fsize=${size}`]), []);
});
