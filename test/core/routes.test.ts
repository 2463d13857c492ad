import { createGateway, defineGroup, definePlugin, defineRoute, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { numeric, withDefault } from "@postern/kit/fields";
import { describe, expect, it, onTestFinished } from "vitest";

const group = defineGroup("pages", {
  title: "Pages",
  config: T.Object({ greeting: withDefault(T.String(), "Hello") }),
});

const page = defineRoute(group, {
  method: "GET",
  path: "/pages/:name",
  summary: "A page",
  scope: "pages:read",
  query: T.Object({ size: withDefault(numeric({ minimum: 1, maximum: 9 }), "1"), word: T.Optional(T.String()) }),
  produces: "text/plain",
  handle: (_request, { host, caller, params, query: { size, word } }) =>
    new Response(`${host.config.greeting} ${params.name} ${size + 1} ${word ?? "-"} ${caller?.label}`),
});
const open = defineRoute(group, {
  method: "GET",
  path: "/pages",
  summary: "All pages",
  scope: "open",
  produces: "text/plain",
  handle: () => new Response("all"),
});
const pages = definePlugin(group, { version: "1.0.0", operations: [], routes: [page, open] });

async function serve() {
  const fixture = await testGateway({ plugins: [pages({ greeting: "Hi" })] });
  onTestFinished(() => fixture.stop());
  return fixture;
}

describe("a route", () => {
  it("receives its plugin context, the caller, path parameters and the parsed query", async () => {
    const { admin } = await serve();
    expect((await admin.send("/pages/one?size=8&word=x")).body).toBe("Hi one 9 x test");
    expect((await admin.send("/pages/two")).body).toBe("Hi two 2 - test");
    expect((await admin.send("/pages/two")).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ["?size=10", "/size", "must be from 1 to 9"],
    ["?size=08", "/size", 'must be a number like 50 or "50"'],
    ["?sice=1", "/sice", "is not a known field"],
    ["?size=1&size=2", "/size", "is given more than once"],
    ["?__proto__=1", "/__proto__", "is not a known field"],
  ])("refuses the query %s", async (query, path, message) => {
    const { admin } = await serve();
    expect(await admin.send(`/pages/one${query}`)).toMatchObject({
      status: 400,
      body: { issues: [{ path, message }] },
    });
  });

  it("requires its scope, and nothing if it is open", async () => {
    const { client, gateway } = await serve();
    const other = await client(["chats:read"]);
    expect(await other.send("/pages/one")).toMatchObject({ status: 403, body: { scope: "pages:read" } });
    const anonymous = (path: string) => gateway.fetch(new Request(`http://localhost${path}`));
    expect((await anonymous("/pages/one")).status).toBe(401);
    expect((await anonymous("/pages")).status).toBe(200);
    expect((await anonymous("/pages?x=1")).status).toBe(400);
  });

  it("only accepts its method, and HEAD if that is GET", async () => {
    const { admin } = await serve();
    expect(await admin.send("/pages", { method: "POST" })).toMatchObject({ status: 405, body: { allow: "GET" } });
    expect(await admin.send("/pages", { method: "HEAD" })).toMatchObject({ status: 200 });
  });

  it("is in the manifest", () => {
    const { routes } = createGateway({ plugins: [pages()] }).manifest;
    expect(routes).toMatchObject([
      { method: "GET", path: "/pages/:name", group: "pages", scope: "pages:read", produces: "text/plain" },
      { path: "/pages", scope: "open", query: { type: "object", properties: {}, additionalProperties: false } },
    ]);
  });

  it("belongs to one plugin: two with the same path prevent the start, naming both", () => {
    const others = defineGroup("others", { title: "Others" });
    const other = definePlugin(others, { version: "2.0.0", operations: [], routes: [open] });
    expect(() => createGateway({ plugins: [pages(), other()] })).toThrow(
      "Plugins pages 1.0.0 and others 2.0.0 both define the route /pages",
    );
  });
});
