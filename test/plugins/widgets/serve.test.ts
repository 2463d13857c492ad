import { join } from "node:path";
import { createClient } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { newWorkspace, openGateway, page } from "./gateway.ts";

type Setup = Awaited<ReturnType<typeof openGateway>>;
const hello = {
  "widget.html": page(),
  "js/a b.js": "let a;",
  "logo.svg": "<svg/>",
  "tool.exe": "MZ",
  "a.constructor": "",
};

/** The answer of an address without a key. */
async function look({ gateway }: Setup, address: string, init: RequestInit = {}) {
  const answer = await gateway.fetch(new Request(new URL(address, "http://localhost"), init));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const pathOf = async (setup: Setup, ref = "org/hello"): Promise<string> =>
  new URL((await setup.post("link", { ref })).url).pathname;

describe("a link", () => {
  it("opens the widget in a frame, and its files, without a key", async () => {
    const setup = await openGateway({ address: "https://gate.example/" });
    await setup.publish("hello", { ...hello, "widget.json": '{"name":"A <b> \\"c\\""}' });
    const { url, path: seen, expiresAt } = await setup.post("link", { ref: "org/hello" });
    expect(url).toMatch(/^https:\/\/gate\.example\/widgets\/~[\w.-]+\/org\/hello\/$/);
    expect(expiresAt - Date.now()).toBeGreaterThan(14 * 60_000);
    const path = new URL(url).pathname;
    expect(seen).toBe(path);
    const { text, headers } = await look(setup, path);
    expect(text).toContain(`src="${path}widget.html" sandbox="allow-scripts allow-forms"`);
    expect(text).toContain("<title>A &#60;b&#62; &#34;c&#34;</title>");
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await look(setup, path.slice(0, -1))).text).toContain(`src="${path}widget.html"`);
    expect((await look(setup, `${path}widget.html`)).text).toBe(page());
    expect((await look(setup, `${path}js/a%20b.js`)).text).toBe("let a;");
  });

  it("accepts encoded slashes, as generated clients send them", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const ask = (place: string) =>
      setup.admin.send(`/widgets/${encodeURIComponent(place)}`, { method: "GET" }) as Promise<{ status: number }>;
    for (const place of ["org/hello/", "org/hello/widget.html", "org/hello@1/logo.svg"])
      expect([place, (await ask(place)).status]).toEqual([place, 200]);
    for (const place of ["org/hello/../../x", "org/hello/%2e%2e%2fx"])
      expect([place, (await ask(place)).status]).toEqual([place, 404]);
  });

  it("opens the version in the ref, or else the newest", async () => {
    const setup = await openGateway();
    await setup.publish("hello", { "widget.html": page("<p>One</p>") });
    const [newest, first] = [await pathOf(setup), await pathOf(setup, "org/hello@1")];
    await setup.publish("hello", { "widget.html": page("<p>Two</p>") });
    expect((await look(setup, `${newest}widget.html`)).text).toContain("Two");
    expect((await look(setup, `${first}widget.html`)).text).toContain("One");
    expect((await setup.ask("link", { ref: "org/hello@3" })).status).toBe(404);
  });

  it("ends with the key that made it, also if the key is rotated", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const person = await setup.client(["widgets:read"]);
    const pathBy = async (client: typeof person) =>
      new URL((await client.post("widgets.link", { ref: "org/hello" })).body.url).pathname;
    const first = await pathBy(person);
    await setup.advance(1);
    const { key } = (await setup.admin.post("context.rotate", { id: person.contextId, grace: "60" })).body;
    expect((await person.post("widgets.link", { ref: "org/hello" })).body.code).toBe("gateway.key_retiring");
    await setup.advance(1);
    const second = await pathBy(createClient(setup.gateway.fetch, key));
    expect((await look(setup, first)).status).toBe(200);
    await setup.advance(60_000);
    expect((await look(setup, first)).status).toBe(401);
    expect((await look(setup, second)).status).toBe(200);
    await setup.admin.post("context.revoke", { id: person.contextId });
    expect((await look(setup, second)).status).toBe(401);
  });

  it("opens nothing else, and a forged ticket opens nothing", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    await setup.publish("other", hello);
    const path = await pathOf(setup);
    const [, , ticket = ""] = path.split("/");
    const flipped = ticket.slice(0, -2) + (ticket.at(-2) === "A" ? "B" : "A") + ticket.at(-1);
    const [, context, signature] = ticket.split(".");
    for (const wrong of [
      path.replace("hello", "other"),
      path.replace("org/hello", "nowhere/hello"),
      path.replace("org/hello", "org/nothing"),
      path.replace(ticket, flipped),
      path.replace(ticket, `~${(Date.now() + 60_000).toString(36)}.${context}.${signature}`),
      path.replace(ticket, `~zzzzzzzzzz.own.${signature}`),
      path.replace(ticket, "~"),
      path.replace(ticket, "~x"),
      "/widgets/org/hello/widget.html",
      "/widgets/",
      "/widgets/x",
      "/widgets/org/..%2fhello/",
    ]) {
      const { status, headers } = await look(setup, wrong);
      expect([wrong, status]).toEqual([wrong, 401]);
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("expires after 15 minutes, and with the rights of its key", async () => {
    let shift = 0;
    const setup = await openGateway({ now: () => Date.now() + shift });
    await setup.publish("hello", hello);
    const reader = await setup.client(["widgets:read@org"]);
    const path = new URL((await setup.post("link", { ref: "org/hello" }, reader)).url).pathname;
    expect((await look(setup, path)).status).toBe(200);
    shift = 14 * 60_000;
    expect((await look(setup, path)).status).toBe(200);
    shift = 16 * 60_000;
    expect((await look(setup, path)).status).toBe(401);
    shift = -60_000;
    expect((await look(setup, path)).status).toBe(401);
    shift = 0;
    await setup.gateway.keys.revoke(reader.contextId);
    expect((await look(setup, path)).status).toBe(401);
  });

  it("works for an embedding program, and after a restart", async () => {
    const [path, blobs] = [join(newWorkspace(), "store"), createStorage()];
    const first = await openGateway({ storage: lmdb({ path }), blobs });
    await first.publish("hello", hello);
    const { url } = (await first.gateway.call<"widgets.link">("widgets.link", { ref: "org/hello" })) as { url: string };
    await first.stop();
    const second = await openGateway({ storage: lmdb({ path }), blobs });
    expect((await look(second, new URL(url).pathname)).status).toBe(200);
  });

  it("is not issued without read access", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const other = await setup.client(["widgets:read@shop"]);
    expect((await setup.ask("link", { ref: "org/hello" }, other)).status).toBe(403);
  });
});

describe("a file", () => {
  it("is served with its media type and sandbox headers to a key with read access", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const reader = await setup.client(["widgets:read"]);
    const stranger = await setup.client(["chats:read"]);
    expect((await stranger.send("/widgets/org/hello/")).status).toBe(403);
    for (const [path, type, disposition] of [
      ["", "text/html; charset=utf-8", null],
      ["widget.html", "text/html; charset=utf-8", null],
      ["js/a%20b.js", "text/javascript; charset=utf-8", null],
      ["logo.svg", "image/svg+xml; charset=utf-8", null],
      ["tool.exe", "application/octet-stream", "attachment"],
      ["a.constructor", "application/octet-stream", "attachment"],
    ] as const) {
      const { status, headers } = await reader.send(`/widgets/org/hello/${path}`);
      expect([path, status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
        path,
        200,
        type,
        disposition,
      ]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("set-cookie")).toBeNull();
      expect(headers.get("connection-allowlist")).toBe("(response-origin)");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      // The page around the frame has no sandbox. One right more, such as that to its origin, would open the console to a widget.
      if (path !== "") expect(policy).toMatch(/^sandbox allow-scripts allow-forms; default-src 'none'; /);
      expect(headers.get("content-security-policy")).not.toMatch(/https:(?!\/\/)|\*|'self'/);
    }
  });

  it("has a policy that only allows URLs below its own address", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const policyAt = async (path: string, host: string) =>
      (await setup.gateway.fetchFrom({ hosts: [host] })(new Request(`http://${host}${path}`))).headers.get(
        "content-security-policy",
      );
    const path = await pathOf(setup);
    expect(await policyAt(`${path}widget.html`, "127.0.0.1:4870")).toContain(
      `script-src 'unsafe-inline' 'unsafe-eval' http://127.0.0.1:4870${path};`,
    );
    expect(await policyAt(path, "gate.example")).toContain(`frame-src http://gate.example${path};`);
    expect(await policyAt(path, "[::1]:4870")).toContain("frame-src 'self';");
  });

  it("can connect to other hosts with https if widget.json allows it", async () => {
    const setup = await openGateway();
    await setup.publish("hello", { ...hello, "widget.json": '{"externalAllowed":true}' });
    const { headers } = await setup.admin.send("/widgets/org/hello/widget.html");
    expect(headers.get("content-security-policy")).toMatch(/connect-src \S+ https: wss:; .*form-action https:/);
    expect(headers.get("content-security-policy")).toMatch(/^sandbox allow-scripts allow-forms allow-popups /);
    expect(headers.get("content-security-policy")).not.toMatch(/allow-same-origin|allow-top-navigation|http: /);
    expect(headers.get("connection-allowlist")).toBeNull();
  });

  it("that contains scripts is put into a frame if it is opened as a document", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const path = await pathOf(setup);
    const open = (file: string, dest: string) => look(setup, path + file, { headers: { "sec-fetch-dest": dest } });
    for (const file of ["widget.html?a=1", "logo.svg"])
      expect((await open(file, "document")).text).toContain(`<iframe title="hello" src="${path}${file}"`);
    expect((await open("widget.html", "iframe")).text).toBe(page());
    expect((await open("js/a%20b.js", "document")).text).toBe("let a;");
  });

  it("has an ETag and answers conditional requests", async () => {
    const setup = await openGateway();
    await setup.publish("hello", hello);
    const at = "/widgets/org/hello/logo.svg";
    const { headers } = await setup.admin.send(at);
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await setup.admin.send(at, { headers: { "if-none-match": `"x", W/${etag}` } })).status).toBe(304);
    const head = await setup.admin.send(at, { method: "HEAD" });
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "6"]);
    expect((await setup.admin.send(at, { method: "POST" })).status).toBe(405);
  });

  it.each(["nothing.js", "../hello/x", "%2e%2e/x", "..%2f..%2fetc/passwd", "js", "js/", "WIDGET.HTML", "%00", "a//b"])(
    "that does not exist is 404: %s",
    async (path) => {
      const setup = await openGateway();
      await setup.publish("hello", hello);
      const { status, body } = await setup.admin.send(`/widgets/org/hello/${path}`);
      expect([404, 401]).toContain(status);
      expect(body.code).toMatch(/^widgets\.(file|widget)_not_found$|^gateway\.unauthenticated$/);
    },
  );

  it("is not served if its blob is damaged, and publishing again fixes it", async () => {
    const blobs = createStorage();
    const setup = await openGateway({ blobs });
    await setup.publish("hello", hello);
    for (const key of await blobs.getKeys()) await blobs.setItemRaw(key, new Uint8Array([1, 2, 3]));
    const damaged = await setup.admin.send("/widgets/org/hello/logo.svg");
    expect([damaged.status, damaged.body.code]).toEqual([503, "gateway.unavailable"]);
    expect(await setup.publish("hello", hello)).toMatchObject({ unchanged: true });
    expect((await setup.admin.send("/widgets/org/hello/logo.svg")).status).toBe(200);
  });
});
