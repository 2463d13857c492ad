import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@postern/core/server";
import express from "express";
import fastify from "fastify";
import { afterEach, expect, it } from "vitest";
import { echo, exchange, parse, post, problem } from "./wire.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer({ requireHostHeader: false }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => server.closeAllConnections(),
  );
  return (server.address() as AddressInfo).port;
}

it("is a handler for node:http that admits this machine at the port of the request", async () => {
  const gateway = echo();
  const port = await serve(toNodeHandler(gateway));
  const answer = parse(await exchange(port, post(port, "abc", "Connection: close")));
  expect(answer).toMatchObject({ status: 200, body: '{"length":3}' });
  expect(gateway.hosts).toEqual([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]);
});

it("only admits the given hosts", async () => {
  const gateway = echo();
  const port = await serve(toNodeHandler(gateway, { hosts: ["gateway.example"] }));
  await exchange(port, post(port, "abc", "Connection: close"));
  expect(gateway.hosts).toEqual(["gateway.example"]);
});

it("detects repeated headers and missing hosts too", async () => {
  const port = await serve(toNodeHandler(echo()));
  const doubled = post(port, "", "Authorization: a", "Authorization: b", "Connection: close");
  expect(problem(await exchange(port, doubled))).toMatchObject({ status: 400, code: "gateway.invalid_request" });
  const nameless = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
  expect(problem(await exchange(port, nameless))).toMatchObject({ status: 400, code: "gateway.invalid_request" });
});

it("respects the body limit", async () => {
  const port = await serve(toNodeHandler(echo()));
  const answer = problem(await exchange(port, post(port, "a".repeat(1_001), "Connection: close")));
  expect(answer).toMatchObject({ status: 413, code: "gateway.body_too_large", limit: 1_000 });
});

it("works in an express application", async () => {
  const app = express();
  app.get("/own", (_req, res) => {
    res.send("own");
  });
  app.use(toNodeHandler(echo()));
  const port = await serve(app);
  expect(await (await fetch(`http://127.0.0.1:${port}/own`)).text()).toBe("own");
  const answer = await fetch(`http://127.0.0.1:${port}/x`, { method: "POST", body: "abc" });
  expect(await answer.json()).toEqual({ length: 3 });
});

it("works in a fastify application", async () => {
  const app = fastify();
  const handle = toNodeHandler(echo());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/*", (request, reply) => {
    reply.hijack();
    handle(request.raw, reply.raw);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  closers.push(() => app.close());
  const answer = await fetch(`${url}/x`, { method: "POST", body: "abc" });
  expect(await answer.json()).toEqual({ length: 3 });
});
