import { gunzipSync } from "node:zlib";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import reference from "@postern/reference";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";

async function start(basePath = "") {
  const test = await testGateway({ plugins: [reference(), service(), chats()], ...(basePath && { basePath }) });
  onTestFinished(test.stop);
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    test.gateway.fetch(new Request(`http://localhost:4870${basePath}${path}`, { method, headers }));
  return { ...test, get };
}

describe("the pages", () => {
  it("are open, the same for everybody, and allow nothing from other hosts", async () => {
    const { get, admin } = await start();
    for (const path of ["/reference/", "/reference/guides/", "/reference/guides/plugin"]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
      const text = await response.text();
      expect(text).not.toMatch(/<script(?! src="[a-z]+\.js" defer><\/script>)/);
      expect(text).toBe((await admin.send(path)).body);
      expect(text).not.toContain("chats.create");
    }
  });

  it("have addresses that end with a slash, so that their links are relative", async () => {
    const { get } = await start("/postern");
    for (const path of ["/reference", "/reference/guides"]) {
      const response = await get(path);
      expect([response.status, response.headers.get("location")]).toEqual([308, `/postern${path}/`]);
    }
    const links = [...(await (await get("/reference/")).text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, to]) => to,
    );
    for (const link of links) {
      const { pathname } = new URL(link as string, "http://localhost/postern/reference/");
      const expected = ["/postern/", "/postern/favicon.ico"].includes(pathname) ? /^2|^4/ : /^200$/;
      expect([pathname, String((await get(pathname.slice("/postern".length))).status)]).toEqual([
        pathname,
        expect.stringMatching(expected),
      ]);
    }
  });

  it("are sent compressed to clients that accept it, and not again if nothing changed", async () => {
    const { get } = await start();
    const packed = await get("/reference/scalar.js", { "accept-encoding": "gzip, br" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const plain = await get("/reference/scalar.js");
    expect(plain.headers.get("content-encoding")).toBeNull();
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(bytes.length).toBeLessThan(1_400_000);
    expect(gunzipSync(bytes).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
    const etag = plain.headers.get("etag") as string;
    expect((await get("/reference/scalar.js", { "if-none-match": etag })).status).toBe(304);
    expect(await (await get("/reference/", {}, "HEAD")).text()).toBe("");
  });

  it.each([
    "/reference/other",
    "/reference/guides/other",
    "/reference/guides/..%2fplugin",
    "/reference/page.js/x",
    "/reference/reference",
    "/reference/guides/plugin/",
  ])("do not include %s", async (path) => expect((await (await start()).get(path)).status).toBe(404));
});

describe("the guides", () => {
  it("are the manual and all packages, with links that lead to each other", async () => {
    const { get } = await start();
    const index = await (await get("/reference/guides/")).text();
    const ids = [...index.matchAll(/<li><a href="([\w-]+)">/g)].map(([, id]) => id as string);
    expect(ids).toEqual(
      expect.arrayContaining(["plugin", "embedding", "drivers", "plugins-events", "plugins-approvals", "plugins-cli"]),
    );
    for (const id of ids) {
      const text = await (await get(`/reference/guides/${id}`)).text();
      expect([id, text.match(/<h1/g)?.length]).toEqual([id, 1]);
      for (const [, link = ""] of text.matchAll(/<a href="([^"]+)"/g)) {
        if (/^https?:/.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://localhost/reference/guides/${id}`);
        if (!pathname.startsWith("/reference/guides/")) continue;
        const target = pathname.slice("/reference/guides/".length);
        expect([id, link, target === "" || ids.includes(target)]).toEqual([id, link, true]);
        if (hash) {
          const linked = await (await get(pathname)).text();
          expect([id, link, linked.includes(` id="${decodeURIComponent(hash.slice(1))}"`)]).toEqual([id, link, true]);
        }
      }
    }
  });
});

describe("the document", () => {
  it("needs a key, and has samples for each operation", async () => {
    const { get, client, gateway } = await start();
    expect((await get("/reference/document")).status).toBe(401);
    const answer = await (await client(["chats:read"])).send("/reference/document");
    const { paths, servers } = answer.body;
    expect(servers[0].url).toBe("http://localhost");
    for (const { id, path } of gateway.manifest.operations) {
      const samples = paths[path].post["x-codeSamples"] as { label: string; source: string }[];
      expect([id, samples.map(({ label }) => label)]).toEqual([id, ["curl", "postern", "@postern/client", "Python"]]);
      expect(samples[0]?.source).toContain(`http://localhost${path} `);
      expect(samples[1]?.source).toMatch(new RegExp(`^postern ${id.replaceAll(".", " ")}`));
    }
    // Scalar would send a header that can have only one value.
    expect(JSON.stringify(answer.body.components.parameters)).not.toContain('"enum":["true"]');
    const etag = answer.headers.get("etag") as string;
    const again = await (await client(["chats:read"])).send("/reference/document", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });
});
