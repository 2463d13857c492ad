import audio from "@postern/audio";
import webConsole from "@postern/console";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import openapi from "@postern/openapi";
import reference from "@postern/reference";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";

const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

const problemIn = ({ requestId: _, ...problem }: Record<string, unknown>) => problem;

async function start(plugins: Parameters<typeof testGateway>[0]["plugins"] = [service()], basePath = "") {
  const found = await testGateway({ plugins, ...(basePath && { basePath }) });
  onTestFinished(found.stop);
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    found.gateway.fetch(new Request(`http://localhost${path}`, { method, headers }));
  return { ...found, get };
}

describe("the start page", () => {
  it("shows browsers what this is, its version, and how to get a key, without data and scripts", async () => {
    const { get } = await start();
    const response = await get("/?utm=1", { accept: HTML });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toMatch(/<footer>Postern \d+\.\d+\.\d+<\/footer>/);
    expect(text).toContain("postern init");
    expect(text).not.toContain("<script");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(await (await get("/", { accept: HTML }, "HEAD")).text()).toBe("");
  });

  it("links only what is enabled", async () => {
    const page = async (plugins: Parameters<typeof start>[0]) =>
      (await (await start(plugins)).get("/", { accept: HTML })).text();
    const all = await page([service(), audio(), openapi(), reference(), webConsole(), context()]);
    for (const part of [
      'href="/audio/player"',
      'href="/reference/"',
      'href="/console/"',
      'href="/api/v1/openapi.json"',
      "postern context derive",
    ])
      expect(all).toContain(part);
    const few = await page([service()]);
    for (const part of ["/audio/player", "openapi", "/console", "context derive"]) expect(few).not.toContain(part);
  });

  it("links below the path at which the gateway is mounted", async () => {
    const { get } = await start([service()], "/agents");
    const text = await (await get("/agents/", { accept: HTML })).text();
    expect(text).toContain('href="/agents/health"');
    expect(text).toContain("http://localhost/agents/api/v1/context/whoami");
  });

  it("answers clients of the API as without it, with and without a key", async () => {
    const without = await testGateway({ plugins: [notesPlugin()] });
    onTestFinished(without.stop);
    const { admin, get, gateway } = await start();
    for (const accept of ["application/json", "*/*"]) {
      const init = { headers: { accept } };
      const [one, other] = await Promise.all([
        get("/", { accept }),
        without.gateway.fetch(new Request("http://localhost/", init)),
      ]);
      expect([one.status, problemIn((await one.json()) as Record<string, unknown>)]).toEqual([
        401,
        problemIn((await other.json()) as Record<string, unknown>),
      ]);
      const [known, elsewhere] = await Promise.all([
        admin.send("/", { method: "GET", ...init }),
        without.admin.send("/", { method: "GET", ...init }),
      ]);
      expect([known.status, problemIn(known.body)]).toEqual([404, problemIn(elsewhere.body)]);
    }
    expect(gateway.manifest.routes.map(({ path }) => path)).toEqual(["/", "/favicon.ico", "/metrics"]);
  });

  it("has an icon", async () => {
    const { get } = await start();
    const response = await get("/favicon.ico");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(await response.text()).toContain("<svg");
  });
});
