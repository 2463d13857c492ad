import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { example, newFolder, root, start } from "./run.ts";

/** Starts an application that embeds a gateway. */
async function embedded(name: string) {
  const running = start([example(name)], newFolder());
  onTestFinished(() => running.kill("SIGKILL"));
  const { url, key } = JSON.parse((await running.until(/}\n/)).trim()) as { url: string; key: string };
  const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/postern/api/v1/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers },
    });
  return { running, url, key, ask };
}

const servers = ["embed-express", "embed-fastify", "embed-hono", "embed-http", "embed-commonjs"];

it.each(servers)("%s serves the gateway and the application's own page", async (name) => {
  const { url, ask } = await embedded(name);
  expect(await (await fetch(url)).text()).toBe("The application's own page");
  const created = await ask("chats/create", { title: "embedded" });
  expect([created.status, await created.json()]).toEqual([
    200,
    expect.objectContaining({ chat: expect.objectContaining({ title: "embedded" }) }),
  ]);
  const refused = await ask("chats/create", {}, { authorization: "Bearer none" });
  expect([refused.status, refused.headers.get("content-type")]).toEqual([401, "application/problem+json"]);
  expect((await ask("chats/list", { limit: "0" })).status).toBe(400);
  expect((await ask("chats/create", { title: "x".repeat(2 ** 21) })).status).toBe(413);
  expect((await ask("chats/create", {}, { origin: "https://evil.example" })).status).toBe(403);
});

it.each(servers)("%s exits on a signal, with an open stream and a pending request", async (name) => {
  const { running, url, key } = await embedded(name);
  const stream = await fetch(`${url}/postern/api/v1/events/stream`, { headers: { authorization: `Bearer ${key}` } });
  expect(stream.status).toBe(200);
  const { port } = new URL(url);
  const hanging = connect(Number(port), "127.0.0.1");
  hanging.on("error", () => {});
  const head = `POST /postern/api/v1/chats/create HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n`;
  hanging.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{`);
  // The server has the request and waits for the rest of its body.
  expect(String((await once(hanging, "data"))[0])).toContain("100 Continue");
  running.kill("SIGTERM");
  await stream.text().catch(() => {});
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([0, ""]);
});

it("embed-fetch answers requests of signed-in users, and refuses others", async () => {
  const { code, out, err } = await start([example("embed-fetch")], newFolder()).ended;
  expect([code, out, err]).toEqual([0, "200 Signed in 401\n", ""]);
});

it("bundle-esbuild stores chats with only the bundle and lmdb", async () => {
  const home = newFolder();
  execFileSync(process.execPath, [example("bundle-esbuild", "build.js"), join(home, "out")], { stdio: "pipe" });
  mkdirSync(join(home, "node_modules"));
  symlinkSync(join(root, "node_modules/lmdb"), join(home, "node_modules/lmdb"));
  expect(existsSync(join(home, "out/verifier.js"))).toBe(true);
  expect(readFileSync(join(home, "out/app.js"), "utf8")).not.toMatch(/from "@postern/);
  for (const times of [1, 2]) {
    const { code, out, err } = await start([join(home, "out/app.js"), "data"], home).ended;
    expect([code, out, err]).toEqual([0, `${times} in data\n`, ""]);
  }
});
