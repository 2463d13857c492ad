import audio from "@postern/audio";
import bases from "@postern/bases";
import batch from "@postern/batch";
import channels from "@postern/channels";
import type { Manifest } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import openapi from "@postern/openapi";
import sync from "@postern/sync";
import widgets from "@postern/widgets";
import { beforeAll, describe, expect, it } from "vitest";

/** The page that asks for a key itself. */
const OPEN = ["/audio/player"];

let fixture: Awaited<ReturnType<typeof open>>;
const open = () =>
  testGateway({
    plugins: [
      audio(),
      bases(),
      batch(),
      channels({ role: "gateway" }),
      events(),
      openapi(),
      sync({ runner: false }),
      widgets(),
    ],
  });
beforeAll(async () => {
  fixture = await open();
  return () => fixture.stop();
});

const placeOf = ({ path }: Manifest["routes"][number]) => path.replaceAll(/:\w+/g, "x").replace("**", "org/hello/");
const routes = () => fixture.gateway.manifest.routes.filter(({ path }) => !OPEN.includes(path));

describe("a route", () => {
  it("asks for a key before it looks at anything else of a request", async () => {
    expect(routes().length).toBeGreaterThan(5);
    for (const route of routes()) {
      for (const query of ["", "?no-such-parameter=1", "?after=%00&after=2", "?token=rctx_made-up"]) {
        const request = new Request(`http://localhost${placeOf(route)}${query}`, { method: route.method });
        const { status } = await fixture.gateway.fetch(request);
        expect({ path: route.path, query, status }).toEqual({ path: route.path, query, status: 401 });
      }
    }
  });

  it("refuses a ticket that was never given before it looks at the query", async () => {
    const request = new Request("http://localhost/api/v1/events/stream?ticket=made-up&no-such-parameter=1");
    expect((await fixture.gateway.fetch(request)).status).toBe(401);
  });

  it("declares its other answers, its errors and its input", async () => {
    const { paths } = (await fixture.admin.send("/api/v1/openapi.json", { method: "GET" })).body;
    const declared = (path: string, method = "get") => Object.keys(paths[path][method].responses);
    const sound = "/api/v1/audio/requests/{id}/audio";
    expect(declared(sound)).toEqual(expect.arrayContaining(["200", "206", "304", "404", "405", "409", "416"]));
    expect(declared("/api/v1/openapi.json")).toEqual(expect.arrayContaining(["304", "405"]));
    expect(declared("/bases/{base}")).toEqual(expect.arrayContaining(["404", "405", "409"]));
    expect(declared("/widgets/{path}")).toEqual(expect.arrayContaining(["304", "404", "405", "409"]));
    const webhook = paths["/channels/webhooks/{adapter}"].post;
    expect(webhook.responses["401"]["x-postern-codes"]).toContain("channels.webhook_refused");
    expect(Object.keys(webhook.responses)).toEqual(expect.arrayContaining(["404", "405", "409", "413", "415"]));
    const { schema } = webhook.requestBody.content["application/json"];
    expect(schema.required.sort()).toEqual(["place", "sender"]);
    expect(schema.properties).not.toHaveProperty("adapter");
    expect(Object.keys(paths["/api/v1/context/scopes"]?.post.responses ?? { 404: {} })).toContain("404");
  });
});
