import webConsole from "@postern/console";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";

async function start(now?: () => number) {
  const test = await testGateway({ plugins: [context(), webConsole()], ...(now && { now }) });
  onTestFinished(test.stop);
  const get = (path: string, headers: Record<string, string> = {}) =>
    test.gateway.fetch(new Request(`http://localhost${path}`, { headers }));
  const post = (path: string, body: unknown) =>
    test.gateway.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const exchange = (body: unknown) => post("/console/session", body);
  const check = async (body: unknown) => (await post("/console/session/check", body)).status;
  return { ...test, get, exchange, check };
}

describe("tickets", () => {
  it("sign in once, with a key of the same grants that expires after 12 hours", async () => {
    const { client, exchange, gateway } = await start();
    const member = await client(["context:*"]);
    const { body } = await member.post("console.ticket", { label: "console on laptop" });
    const response = await exchange({ ticket: body.ticket });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { key, context, name } = (await response.json()) as {
      key: string;
      context: Record<string, unknown>;
      name: string;
    };
    expect(context).toMatchObject({ label: "console on laptop", scopes: ["context:*"], parentId: member.contextId });
    const { context: parent } = await gateway.call("context.show", { id: member.contextId });
    expect(name).toBe(parent.label);
    expect(Number(context.expiresAt) - Number(context.createdAt)).toBe(12 * 3_600_000);
    const whoami = await gateway.fetch(
      new Request("http://localhost/api/v1/context/whoami", {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
      }),
    );
    expect(whoami.status).toBe(200);

    const again = await exchange({ ticket: body.ticket });
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ code: "console.ticket_not_valid" });
  });

  it("are refused after five minutes, if they are changed, and after their key was revoked", async () => {
    let now = Date.now();
    const { admin, client, exchange, gateway } = await start(() => now);
    const { body: old } = await admin.post("console.ticket", {});
    now += 5 * 60_000 + 1;
    expect((await exchange({ ticket: old.ticket })).status).toBe(401);

    const { body: changed } = await admin.post("console.ticket", {});
    expect((await exchange({ ticket: `${changed.ticket}x` })).status).toBe(401);
    expect((await exchange({ ticket: "" })).status).toBe(401);
    expect((await exchange({})).status).toBe(400);

    const member = await client(["context:*"]);
    const { body: ended } = await member.post("console.ticket", {});
    await gateway.keys.revoke(member.contextId);
    expect((await exchange({ ticket: ended.ticket })).status).toBe(401);
  });

  it("can be checked without being used, until they are used or have expired", async () => {
    let now = Date.now();
    const { admin, exchange, check } = await start(() => now);
    const { body } = await admin.post("console.ticket", {});
    expect([await check(body), await check({ ticket: body.ticket })]).toEqual([200, 200]);
    expect((await exchange({ ticket: body.ticket })).status).toBe(200);
    expect(await check({ ticket: body.ticket })).toBe(401);
    const { body: old } = await admin.post("console.ticket", {});
    now += 5 * 60_000 + 1;
    expect(await check({ ticket: old.ticket })).toBe(401);
    expect([await check({ ticket: "x.y" }), await check({})]).toEqual([401, 400]);
  });

  it("are not issued to keys that may not derive others", async () => {
    const { client } = await start();
    const reader = await client(["context:read"]);
    expect((await reader.post("console.ticket", {})).status).toBe(403);
  });

  it("give a key that expires together with a key that has less time left", async () => {
    const { admin, exchange, gateway } = await start();
    const { body } = await admin.post("context.derive", { label: "short", scopes: ["context:*"], ttl: 60 });
    const { ticket } = (await (
      await gateway.fetch(
        new Request("http://localhost/api/v1/console/ticket", {
          method: "POST",
          headers: { authorization: `Bearer ${body.key}`, "content-type": "application/json" },
          body: "{}",
        }),
      )
    ).json()) as { ticket: string };
    const { context } = (await (await exchange({ ticket })).json()) as { context: { expiresAt: number } };
    expect(context.expiresAt).toBe(body.context.expiresAt);
  });
});

describe("the pages", () => {
  it("forbid everything but files of the gateway, and parsing texts as markup", async () => {
    const { get } = await start();
    const response = await get("/console/");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types svelte-trusted-html");
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=/);
  });

  it("have addresses of their own, and files that browsers keep", async () => {
    const { get } = await start();
    expect((await get("/console")).headers.get("location")).toBe("/console/");
    const page = await get("/console/chats/chat_1?q=%22");
    const html = await page.text();
    expect(page.status).toBe(200);
    const [, script = ""] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const file = await get(script, { "accept-encoding": "gzip" });
    expect(file.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(file.headers.get("content-encoding")).toBe("gzip");
    expect(file.headers.get("cache-control")).toContain("immutable");
    const etag = page.headers.get("etag") ?? "";
    expect((await get("/console/", { "if-none-match": etag })).status).toBe(304);
    for (const path of ["assets/none.js", "assets/../index.html", "assets/%2e%2e%2f%2e%2e%2findex.js"])
      expect([path, (await get(`/console/${path}`)).headers.get("content-type")]).not.toEqual([
        path,
        "text/javascript; charset=utf-8",
      ]);
    expect((await get("/console/assets/none.js")).status).toBe(404);
  });

  it("are small: the first page has less than 200 kB compressed", async () => {
    const { get } = await start();
    const html = await (await get("/console/")).text();
    const names = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(2);
    const sizes = await Promise.all(
      names.map(async (name) => (await (await get(name, { "accept-encoding": "gzip" })).arrayBuffer()).byteLength),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });
});
