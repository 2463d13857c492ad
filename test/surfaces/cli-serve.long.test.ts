import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

const lines = (text: string) => text.trim().split("\n").length;

function post(url: string, key: string, path: string, body: object = {}): Promise<Response> {
  return fetch(`${url}/api/v1/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
}

describe("postern serve", () => {
  it("prints one line when it is ready, answers, and exits cleanly on SIGTERM", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    const served = await user.serve();
    expect((await post(served.url, key, "context/whoami")).status).toBe(200);
    process.kill(served.pid, "SIGTERM");
    const { code, out } = await served.ended;
    expect(code).toBe(0);
    expect(out).toBe(`${JSON.stringify({ url: served.url, pid: served.pid })}\n`);
  });

  it("announces itself to commands in a private file while it runs", async () => {
    const user = newUser();
    await user.run("init");
    const served = await user.serve();
    const file = join(user.data, "gateways", `${served.pid}.json`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ url: served.url, pid: served.pid });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    process.kill(served.pid, "SIGINT");
    expect((await served.ended).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it("gives an address of the console that signs in once", async () => {
    const user = newUser();
    await user.run("init");
    const served = await user.serve();
    const { code, out } = await user.run("open", "--print");
    expect(code).toBe(0);
    const [, ticket] = new RegExp(`^${served.url}/console/#ticket=(\\S+)\n$`).exec(out) ?? [];
    const exchange = () =>
      fetch(`${served.url}/console/session`, {
        method: "POST",
        body: JSON.stringify({ ticket }),
        headers: { "content-type": "application/json" },
      });
    const { key, context } = (await (await exchange()).json()) as { key: string; context: { label: string } };
    expect(context.label).toBe(`console on ${hostname()}`);
    expect((await post(served.url, key, "context/whoami")).status).toBe(200);
    expect((await exchange()).status).toBe(401);
    process.kill(served.pid, "SIGTERM");
    await served.ended;
  });

  it("completes accepted requests before it exits", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    const served = await user.serve();
    const created = await post(served.url, key, "chats/create");
    const { chat } = (await created.json()) as { chat: { id: string } };
    const message = { chatId: chat.id, actorId: "a", content: "x" };
    const many = Array.from({ length: 100 }, (_, n) =>
      post(served.url, key, "chats/messages/create", { ...message, clientMessageId: `m${n}` }).then(
        ({ status }) => status,
        () => "refused",
      ),
    );
    await Promise.race(many);
    process.kill(served.pid, "SIGTERM");
    const answered = (await Promise.all(many)).filter((status) => status !== "refused");
    expect((await served.ended).code).toBe(0);
    expect(new Set(answered)).toEqual(new Set([200]));
    const { total } = await user.json("chats", "messages", "list", "--chatId", chat.id);
    expect(total).toBeGreaterThanOrEqual(answered.length);
  });

  it("exits immediately on a second signal", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    const served = await user.serve();
    // A request without its body is in progress until its timeout.
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      `POST /api/v1/chats/create HTTP/1.1\r\nhost: ${new URL(served.url).host}\r\nauthorization: Bearer ${key}\r\n` +
        "content-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );
    expect((await post(served.url, key, "context/whoami")).status).toBe(200);
    process.kill(served.pid, "SIGTERM");
    while (!served.output.err.includes("Stopping")) await new Promise((next) => setTimeout(next, 10));
    process.kill(served.pid, "SIGTERM");
    expect((await served.ended).code).toBe(1);
    socket.destroy();
  });

  it("passes its address to groups, including the address in flags", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const port = String((probe.address() as AddressInfo).port);
    probe.close();
    await once(probe, "close");
    const user = newUser();
    await user.run("init");
    await user.serve("serve", ["--port", port]);
    mkdirSync(join(user.home, "hello"));
    const page =
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>x</body></html>';
    writeFileSync(join(user.home, "hello", "widget.html"), page);
    await user.run("widgets", "publish", "hello", "--scope", "org", "--execute");
    expect((await user.json("widgets", "link", "org/hello")).url).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:${port}/`),
    );
  });

  it("refuses an address that other machines can reach without --public and hosts", async () => {
    const user = newUser();
    await user.run("init");
    for (const args of [[], ["--public"]]) {
      const { code, err } = await user.run("serve", "--host", "0.0.0.0", "--port", "0", ...args);
      expect([code, lines(err)]).toEqual([1, 1]);
      expect(err).toContain("--public");
      expect(err).toContain('set hosts: ["…"] in postern.config.*');
    }
    user.configure({ host: "0.0.0.0", public: true, hosts: ["gateway.example"] });
    const { url } = await user.serve();
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it("never listens on another port", async () => {
    const user = newUser();
    await user.run("init");
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((ready) => taken.once("listening", ready));
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await user.run("serve", "--port", String(port));
    taken.close();
    expect([code, err]).toEqual([
      1,
      `Port ${port} is already in use. Choose another with --port, or 0 for any free port.\n`,
    ]);
    expect((await user.run("serve", "--port", "70000")).code).toBe(2);
  });

  it("serves one folder from two processes; commands find the last started one", async () => {
    const user = newUser();
    await user.run("init");
    const left = await user.serve();
    const right = await user.serve();
    await user.run("chats", "create", "--title", "shared", "--gateway", left.url);
    expect((await user.json("chats", "list", "--gateway", right.url)).total).toBe(1);
    process.kill(left.pid, "SIGTERM");
    await left.ended;
    expect((await user.json("chats", "list")).total).toBe(1);
    const third = await user.serve();
    process.kill(third.pid, "SIGTERM");
    await third.ended;
    // No command opens the store itself while the second gateway runs: it would not stop with that gateway.
    const stream = user.launch(["events", "stream", "--after", "0.0"]);
    await until(() => expect(stream.output.out).toContain("chats."));
  });

  it("refuses a second process on a store for one process", async () => {
    const user = newUser();
    const store = `fs:${join(user.home, "files")}`;
    await user.run("init", "--store", store);
    const { url } = await user.serve("serve", ["--store", store]);
    const { code, err } = await user.run("serve", "--port", "0", "--store", store);
    expect(code).toBe(1);
    expect(err).not.toBe("");
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it("refuses an empty store in place of the one it was initialised with, which init replaces", async () => {
    const user = newUser();
    const store = `fs:${join(user.home, "files")}`;
    await user.run("init", "--store", store);
    await user.run("chats", "create", "--store", store);
    renameSync(join(user.home, "files"), join(user.home, "elsewhere"));
    for (const command of [
      ["serve", "--port", "0"],
      ["chats", "list"],
    ]) {
      const { code, err } = await user.run(...command, "--store", store);
      expect([code, err]).toEqual([1, expect.stringContaining(`The store of ${user.data} is missing. Restore it`)]);
    }
    rmSync(join(user.home, "files"), { recursive: true });
    renameSync(join(user.home, "elsewhere"), join(user.home, "files"));
    expect((await user.json("chats", "list", "--store", store)).total).toBe(1);
    rmSync(join(user.home, "files"), { recursive: true });
    expect((await user.run("init", "--store", store)).code).toBe(0);
    expect((await user.json("chats", "list", "--store", store)).total).toBe(0);
  });

  it("names the driver that the folder was initialised with, and what a driver misses", async () => {
    const user = newUser();
    await user.run("init");
    expect((await user.run("chats", "list", "--store", "fs:files")).err).toContain(
      "was initialised with another store (driver lmdb). Use that store",
    );
    const { code, err } = await newUser().run("init", "--store", "fs");
    expect([code, err]).toEqual([1, expect.stringMatching(/driver fs refuses to open the store: .*--store fs:<path/)]);
  });

  it("does not start with an unknown variable", async () => {
    const user = newUser();
    await user.run("init");
    const { code, err } = await user.runWith({ POSTERN_PROT: "1" }, "", "serve", "--port", "0");
    expect([code, lines(err)]).toEqual([2, 1]);
    expect(err).toContain("POSTERN_PROT");
  });
});

describe("postern start", () => {
  it("creates the data folder, and prints the address, the key and an example call", async () => {
    const user = newUser();
    const { child, output, ended } = user.launch(["start", "--port", "0"]);
    await new Promise((ready) => child.stdout.on("data", () => output.out.includes("curl") && ready(undefined)));
    const [, url] = /is listening on (\S+)/.exec(output.out) ?? [];
    const [, path, key] = /curl -X POST (\S+) -H 'authorization: Bearer (\S+)'/.exec(output.out) ?? [];
    expect(path?.startsWith(`${url}/`)).toBe(true);
    const answer = await fetch(path as string, { method: "POST", headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    const again = await user.serve("start");
    expect(again.key).toBeUndefined();
    expect((await post(again.url, key as string, "context/whoami")).status).toBe(200);
  });

  it("creates no key if it cannot listen", async () => {
    const user = newUser();
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((ready) => taken.once("listening", ready));
    const { code, out } = await user.run("start", "--port", String((taken.address() as AddressInfo).port));
    taken.close();
    expect([code, out]).toEqual([1, ""]);
    expect(existsSync(join(user.home, ".config"))).toBe(false);
    expect((await user.serve("start")).key).toMatch(/^rctx_/);
  });

  it("serves a store in memory, whose key is lost with it", async () => {
    const user = newUser();
    const { url, key } = await user.serve("start", ["--store", "memory"]);
    expect((await post(url, key, "chats/create")).status).toBe(200);
    expect(existsSync(user.data)).toBe(false);
  });
});

describe("the file of a killed gateway", () => {
  it("is ignored: commands open the store themselves", async () => {
    const user = newUser();
    await user.run("init");
    const served = await user.serve();
    await user.run("chats", "create");
    process.kill(served.pid, "SIGKILL");
    await served.ended;
    expect(readdirSync(join(user.data, "gateways"))).toEqual([`${served.pid}.json`]);
    expect((await user.json("chats", "list")).total).toBe(1);
    const next = await user.serve();
    expect(readdirSync(join(user.data, "gateways"))).toEqual([`${next.pid}.json`]);
  });

  it("does not prevent init if the gateway was killed before it created a key", async () => {
    const user = newUser();
    mkdirSync(join(user.data, "gateways"), { recursive: true });
    writeFileSync(join(user.data, "gateways", "999999999.json"), '{"pid":999999999}');
    expect((await user.run("init")).code).toBe(0);
  });

  it("is ignored if another process has its pid", async () => {
    const user = newUser();
    await user.run("init");
    const entry = { url: "http://127.0.0.1:9", pid: process.pid, start: "1", startedAt: "", manifest: "" };
    mkdirSync(join(user.data, "gateways"));
    // Earlier releases wrote gateway.json.
    for (const name of [`gateways/${process.pid}.json`, "gateway.json"])
      writeFileSync(join(user.data, name), JSON.stringify(entry));
    expect((await user.run("chats", "list")).code).toBe(0);
  });
});
