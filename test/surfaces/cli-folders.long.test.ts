import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { newUser } from "./postern.ts";

const page = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body><p>${text}</p></body></html>`;

function widgetIn(...path: string[]) {
  const folder = join(...path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "widget.html"), page(folder));
  return folder;
}

describe("a folder in a flag", () => {
  it("is relative to the caller's folder, not to the workspace of the gateway", async () => {
    const user = newUser();
    widgetIn(user.home, "hello");
    const inner = widgetIn(user.home, "inner", "hello");
    await user.run("init");
    await user.serve();
    const cwd = join(user.home, "inner");
    const plan = JSON.parse((await user.runIn(cwd, "widgets", "publish", "--dir", "hello", "--json")).out);
    expect(plan.plan.summary).toContain("inner/hello");
    const there = JSON.parse((await user.runIn(cwd, "widgets", "publish", "--dir", inner, "--json")).out);
    expect(there.plan.contentHash).toBe(plan.plan.contentHash);
    const above = JSON.parse((await user.runIn(cwd, "widgets", "check", "--dir", "../hello", "--json")).out);
    expect(above.success).toBe(true);
  });

  it("is refused with both paths if it is outside the workspace", async () => {
    const user = newUser();
    const folder = widgetIn(user.home, "outside", "hello");
    const work = join(user.home, "work");
    mkdirSync(work);
    await user.run("init");
    await user.serve("serve", [], { POSTERN_WORKSPACE: work });
    const { code, err } = await user.runIn(user.home, "widgets", "publish", "--dir", "outside/hello");
    expect(code).toBe(2);
    expect(err).toContain(folder);
    expect(err).toContain(work);
  });

  it("is refused if a gateway on another machine would create it", async () => {
    const user = newUser();
    const args = ["--gateway", "http://192.0.2.1:4870", "widgets", "init", "--dir", "hello"];
    const { code, err } = await user.runWith({ POSTERN_TOKEN: "rctx_x" }, "", ...args);
    expect(code).toBe(2);
    expect(err).toContain("runs on another machine");
  });
});

/** A gateway at an address that counts as another machine. */
async function serveElsewhere() {
  const other = newUser();
  other.configure({ hosts: ["0.0.0.0"] });
  const [key = ""] = /rctx_[\w-]+/.exec((await other.run("init")).out) ?? [];
  const { url, child, ended } = await other.serve();
  const address = url.replace("127.0.0.1", "0.0.0.0");
  return { other, key, url, address, child, ended };
}

/** A proxy that calls `on` before each request; returns its address. */
async function passOn(target: () => string, on: () => void): Promise<string> {
  const server = createServer(async (request, response) => {
    on();
    const { authorization = "" } = request.headers;
    const headers = { authorization, "content-type": "application/json" };
    try {
      const answer = await fetch(target() + request.url, { method: "POST", headers, body: await text(request) });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    } catch {
      // The client or the server has closed the connection.
      response.destroy();
    }
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://0.0.0.0:${(server.address() as AddressInfo).port}`;
}

describe("a folder for a gateway on another machine", () => {
  it("is checked, planned and published like a local folder", async () => {
    const user = newUser();
    const { other, key, address } = await serveElsewhere();
    const folder = widgetIn(user.home, "hello");
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, "a.js"), "let a;");
    symlinkSync("a.js", join(folder, "b.js"));
    const run = (...args: string[]) =>
      user.runWith({ POSTERN_TOKEN: key }, "", "--gateway", address, "widgets", ...args);
    const check = await run("check", "--dir", "hello", "--json");
    expect(check.err).toMatch(/^Uploading 3 files, \d+ bytes, excluding \.git\n$/);
    const { success, contentHash } = JSON.parse(check.out);
    expect(success).toBe(true);
    const planned = await run("publish", "--dir", folder, "--json");
    const { plan, digest } = JSON.parse(planned.out);
    expect([planned.code, plan.summary]).toEqual([3, "Publish hello as version 1 of org/hello"]);
    expect(plan).toMatchObject({ files: 3, contentHash });
    expect(JSON.stringify(plan)).not.toContain(user.home);
    const done = await run("publish", "--dir", "hello/", "--execute", "--plan", digest, "--json");
    expect(JSON.parse(done.out)).toMatchObject({ success: true, ref: "org/hello", version: 1, contentHash });
    expect(await other.json("widgets", "show", "--ref", "org/hello")).toMatchObject({
      files: [{ path: "a.js" }, { path: "b.js" }, { path: "widget.html" }],
    });

    writeFileSync(join(folder, "a.js"), "let b;");
    const stale = await run("publish", "--dir", "hello", "--execute", "--plan", digest, "--json");
    expect([stale.code, JSON.parse(stale.out).code]).toEqual([5, "gateway.plan_stale"]);
    expect((await other.json("widgets", "list")).items[0].version).toBe(1);
  });

  it("is refused before the upload, by the rules for local folders", async () => {
    const user = newUser();
    const { key, url, other } = await serveElsewhere();
    let requests = 0;
    const address = await passOn(
      () => url,
      () => {
        requests++;
      },
    );
    const refusal = async (make: (folder: string) => unknown) => {
      const folder = widgetIn(user.home, "w");
      make(folder);
      const args = ["--gateway", address, "widgets", "publish", "--dir", "w", "--execute"];
      const { code, out, err } = await user.runWith({ POSTERN_TOKEN: key }, "", ...args);
      rmSync(folder, { recursive: true });
      expect([code, out]).toEqual([2, ""]);
      return err;
    };
    const secret = join(user.home, "secret.txt");
    writeFileSync(secret, "secret");
    expect(await refusal((at) => symlinkSync(secret, join(at, "s.txt")))).toContain(
      "is a link to a target outside the folder",
    );
    expect(await refusal((at) => linkSync(secret, join(at, "s.txt")))).toContain("is a hard link");
    expect(await refusal((at) => writeFileSync(join(at, "a|b"), ""))).toContain("a character in its name");
    expect(
      await refusal((at) => {
        for (let n = 0; n < 500; n++) writeFileSync(join(at, `${n}.txt`), "");
      }),
    ).toContain("contains more than 500 files");
    expect(await refusal((at) => writeFileSync(join(at, "a.bin"), Buffer.alloc(25 * 2 ** 20)))).toContain("25 MiB");
    expect(await refusal((at) => rmSync(at, { recursive: true }) ?? writeFileSync(at, ""))).toContain(
      "is not a folder",
    );
    expect(requests).toBe(0);
    expect((await other.json("widgets", "list")).total).toBe(0);
  });

  it("requires the scope of publish for the upload", async () => {
    const user = newUser();
    const { other, address } = await serveElsewhere();
    widgetIn(user.home, "hello");
    const { key } = await other.json("context", "derive", "--label", "reader", "--scopes", "widgets:read");
    const args = ["--gateway", address, "widgets", "publish", "--dir", "hello"];
    const { code, err } = await user.runWith({ POSTERN_TOKEN: key }, "", ...args);
    expect([code, err]).toEqual([4, expect.stringContaining("widgets:write")]);
    const refused = await user.runWith({ POSTERN_TOKEN: key }, "", ...args, "--json");
    expect([refused.code, JSON.parse(refused.out).code]).toEqual([4, "gateway.forbidden"]);
  });

  it("is not published after an incomplete upload, and is complete after a retry", async () => {
    const user = newUser();
    const { other, key, ...first } = await serveElsewhere();
    let { url } = first;
    let count = 0;
    let atSecond = () => {};
    const address = await passOn(
      () => url,
      () => {
        if (++count === 2) atSecond();
      },
    );
    const folder = widgetIn(user.home, "hello");
    for (const name of ["a", "b", "c"]) writeFileSync(join(folder, `${name}.bin`), Buffer.alloc(3 * 2 ** 20, name));
    const args = ["--gateway", address, "widgets", "publish", "--dir", "hello", "--execute", "--json"];
    const send = (at: () => void) => {
      [count, atSecond] = [0, at];
      return user.launch(args, { POSTERN_TOKEN: key });
    };
    const list = async () => (await other.json("widgets", "list")).total;

    const killed = send(() => void killed.child.kill("SIGKILL"));
    expect((await killed.ended).code).toBeNull();
    expect([count, await list()]).toEqual([2, 0]);

    const lost = await send(() => void first.child.kill("SIGKILL")).ended;
    await first.ended;
    expect([lost.code, lost.out]).toEqual([1, ""]);
    ({ url } = await other.serve());
    expect(await list()).toBe(0);

    const done = await send(() => {}).ended;
    expect(JSON.parse(done.out)).toMatchObject({ success: true, version: 1, unchanged: false });
    expect(JSON.parse((await send(() => {}).ended).out)).toMatchObject({ version: 1, unchanged: true });
    expect(count).toBe(4);
  });
});
