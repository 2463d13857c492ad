import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { listen } from "@postern/core/server";
import { describe, expect, it, vi } from "vitest";
import { createGate } from "../../run/gate.ts";
import { echo, exchange, open, parse, post, problem } from "./wire.ts";

/** A port on which another server listens. */
async function takePort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, free: () => new Promise((resolve) => server.close(resolve)) };
}

describe("a listening gateway", () => {
  it("uses a free port for 0 and returns it", async () => {
    const door = await listen(echo(), { port: 0 });
    expect(door.url).toBe(`http://127.0.0.1:${door.port}`);
    expect(door.server.address()).toMatchObject({ address: "127.0.0.1", port: door.port });
    const answer = await fetch(`${door.url}/x`, { method: "POST", body: "abc" });
    expect(await answer.json()).toEqual({ length: 3 });
    await door.close({ grace: 0 });
  });

  it("admits the names of this machine at the actual port, and the given hosts", async () => {
    const gateway = echo();
    const door = await listen(gateway, { port: 0, hosts: ["gateway.example", "nas.local:81"] });
    expect(gateway.hosts).toEqual([
      `localhost:${door.port}`,
      `127.0.0.1:${door.port}`,
      `[::1]:${door.port}`,
      "gateway.example",
      `gateway.example:${door.port}`,
      "nas.local:81",
    ]);
    await door.close({ grace: 0 });
  });

  it.each(["0.0.0.0", "::", "192.168.1.5", "example.com", "", "127.evil.example", "::ffff:10.0.0.1"])(
    "refuses %j without `public`, and starts nothing",
    async (host) => {
      const start = vi.fn(async () => {});
      const gateway = { ...echo(), start };
      await expect(listen(gateway, { port: 0, host })).rejects.toThrow(/other machines can reach. Set `public: true`/);
      expect(start).not.toHaveBeenCalled();
    },
  );

  it("refuses `public` without `hosts`", async () => {
    await expect(listen(echo(), { port: 0, host: "0.0.0.0", public: true })).rejects.toThrow(/requires `hosts`/);
  });

  it("listens on every interface if configured", async () => {
    const door = await listen(echo(), { port: 0, host: "0.0.0.0", public: true, hosts: ["nas.local"] });
    expect(door.server.address()).toMatchObject({ address: "0.0.0.0" });
    expect(door.url).toBe(`http://127.0.0.1:${door.port}`);
    await door.close({ grace: 0 });
  });

  it.each(["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("needs no `public` for %s", async (host) => {
    const door = await listen(echo(), { port: 0, host });
    expect((await fetch(door.url)).status).toBe(200);
    await door.close({ grace: 0 });
  });

  it("is limited to this machine with NODE_ENV=production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const door = await listen(echo(), { port: 0 });
    expect(door.server.address()).toMatchObject({ address: "127.0.0.1" });
    await door.close({ grace: 0 });
  });
});

describe("a port that is not available", () => {
  it("fails with one line and EADDRINUSE, without starting the gateway or using another port", async () => {
    const taken = await takePort();
    const start = vi.fn(async () => {});
    const gateway = { ...echo(), start };
    await expect(listen(gateway, { port: taken.port })).rejects.toMatchObject({
      code: "EADDRINUSE",
      message: `Cannot listen on 127.0.0.1 port ${taken.port}: the port is already in use`,
    });
    expect(start).not.toHaveBeenCalled();
    await taken.free();
  });

  it("is reported, like an address this machine does not have and an invalid port", async () => {
    const elsewhere = { port: 0, host: "203.0.113.9", public: true, hosts: ["a.example"] };
    await expect(listen(echo(), elsewhere)).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
    await expect(listen(echo(), { port: 70_000 })).rejects.toThrow("a port must be a number from 0 to 65535");
  });
});

describe("a served gateway", () => {
  it("answers 503 until it has started", async () => {
    const taken = await takePort();
    await taken.free();
    const ready = createGate();
    const gateway = { ...echo(), start: () => ready.opened };
    const opening = listen(gateway, { port: taken.port });
    const answer = problem(await exchange(taken.port, post(taken.port, "abc", "Connection: close")));
    expect(answer).toMatchObject({ status: 503, code: "gateway.unavailable" });
    expect(answer.headers["retry-after"]).toBe("1");
    ready.open();
    const door = await opening;
    expect(parse(await exchange(door.port, post(door.port, "abc", "Connection: close"))).status).toBe(200);
    await door.close({ grace: 0 });
  });

  it("leaves nothing listening if it fails to start", async () => {
    const taken = await takePort();
    await taken.free();
    const gateway = {
      ...echo(),
      start: async () => {
        throw new Error("The store is newer than this gateway");
      },
    };
    await expect(listen(gateway, { port: taken.port })).rejects.toThrow("The store is newer");
    await expect(fetch(`http://127.0.0.1:${taken.port}`)).rejects.toThrow();
  });

  it("is answered with a plain 500 if it throws, immediately or later", async () => {
    const thrown = (request: Request): Response => {
      if (request.url.endsWith("/header")) return new Response("", { headers: { "x-bad": "€" } });
      throw new Error("secret of the gateway");
    };
    for (const gateway of [echo(thrown), echo(async (request) => thrown(request))]) {
      const door = await listen(gateway, { port: 0 });
      for (const path of ["/x", "/header"]) {
        const text = await exchange(door.port, post(door.port, "", "Connection: close").replace("/x", path));
        expect(problem(text)).toMatchObject({ status: 500, code: "gateway.internal" });
        expect(text).not.toContain("secret");
      }
      await door.close({ grace: 0 });
    }
  });

  it("is notified by the signal that its client has disconnected, and serves the next one", async () => {
    const begun = createGate();
    const gone = createGate();
    const gateway = echo(async (request) => {
      if (request.url.endsWith("/next")) return new Response("here");
      request.signal.addEventListener("abort", gone.open);
      begun.open();
      return new Response(await request.text());
    });
    const door = await listen(gateway, { port: 0 });
    const client = open(door.port, post(door.port, "abc").replace("Content-Length: 3", "Content-Length: 9"));
    await begun.opened;
    client.socket.destroy();
    await gone.opened;
    expect(await (await fetch(`${door.url}/next`)).text()).toBe("here");
    await door.close({ grace: 0 });
  });

  it("notices that a stream has no reader if its client disconnected before it started", async () => {
    const begun = createGate();
    const left = createGate();
    const cancelled = createGate();
    const gateway = echo(async () => {
      begun.open();
      await left.opened;
      return new Response(new ReadableStream({ cancel: cancelled.open }), {
        headers: { "content-type": "text/event-stream" },
      });
    });
    const door = await listen(gateway, { port: 0 });
    const connections = () => new Promise<number>((resolve) => door.server.getConnections((_error, n) => resolve(n)));
    const client = open(door.port, post(door.port).replace("POST", "GET"));
    await begun.opened;
    client.socket.destroy();
    await expect.poll(connections).toBe(0);
    left.open();
    await cancelled.opened;
    await door.close({ grace: 0 });
  });

  it("is answered with 500 if it returns a header that cannot be sent", async () => {
    const gateway = { ...echo(), handlerFrom: () => async () => ({ status: 200, headers: ["x-bad", "€"], text: "" }) };
    const door = await listen(gateway, { port: 0 });
    const text = await exchange(door.port, post(door.port, "", "Connection: close"));
    expect(problem(text)).toMatchObject({ status: 500, code: "gateway.internal" });
    await door.close({ grace: 0 });
  });
});
