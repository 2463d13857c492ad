import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectSecurely } from "node:tls";
import { type Listening, type ListenOptions, listen, toNodeHandler } from "@postern/core/server";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeCertificate } from "../../run/certificate.ts";
import { createGate } from "../../run/gate.ts";
import { has } from "../../run/programs.ts";
import { echo, open } from "./wire.ts";

describe.skipIf(!has("openssl"))("HTTPS (needs openssl)", () => {
  let own: ReturnType<typeof makeCertificate>;
  let foreign: ReturnType<typeof makeCertificate>;
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "postern-tls-"));
    own = makeCertificate(folder);
    foreign = makeCertificate(folder, ["localhost"], "foreign");
    return () => rmSync(folder, { recursive: true });
  });

  const doors: Listening[] = [];
  async function start(gateway = echo(), options: ListenOptions = {}): Promise<Listening> {
    const door = await listen(gateway, { port: 0, tls: own, ...options });
    doors.push(door);
    return door;
  }
  afterEach(async () => {
    await Promise.all(doors.splice(0).map((door) => door.close({ grace: 0 })));
  });

  function ask(url: string, ca: string, body = "abc"): Promise<{ status: number | undefined; body: string }> {
    return new Promise((resolve, reject) => {
      const options = { method: "POST", ca, agent: false, headers: { "content-length": body.length } };
      request(url, options, async (answer) => resolve({ status: answer.statusCode, body: await text(answer) }))
        .on("error", reject)
        .end(body);
    });
  }

  async function connectIdle(port: number) {
    const socket = connectSecurely({ port, host: "127.0.0.1", ca: own.cert }).on("error", () => {});
    await new Promise((resolve) => socket.once("secureConnect", resolve));
    return socket;
  }

  it("answers over TLS, with an https URL, to clients that trust the certificate", async () => {
    const door = await start();
    expect(door.url).toBe(`https://127.0.0.1:${door.port}`);
    expect(await ask(door.url, own.cert)).toEqual({ status: 200, body: '{"length":3}' });
    await expect(ask(door.url, foreign.cert)).rejects.toThrow(/self-signed certificate/);
  });

  it("does not answer plain HTTP", async () => {
    const door = await start();
    await expect(fetch(door.url.replace("https", "http"))).rejects.toThrow();
    expect(await ask(door.url, own.cert)).toMatchObject({ status: 200 });
  });

  it("shows plugins the https URL of requests", async () => {
    const gateway = echo(({ url }) => new Response(url));
    const door = await start(gateway);
    expect((await ask(`${door.url}/x?y=1`, own.cert)).body).toBe(`${door.url}/x?y=1`);
  });

  it("refuses the key of another certificate, and neither listens nor starts", async () => {
    const start = vi.fn(async () => {});
    const tls = { cert: own.cert, key: foreign.key };
    await expect(listen({ ...echo(), start }, { port: 0, tls })).rejects.toThrow(
      /^Cannot use this certificate and key for TLS: .*key values mismatch/,
    );
    expect(start).not.toHaveBeenCalled();
  });

  it("closes connections with unfinished handshakes, and does not wait for them when closing", async () => {
    const door = await start(echo(), { limits: { headerTimeout: 300 } });
    await open(door.port).closed();
    const waiting = await start();
    const silent = open(waiting.port);
    await silent.connected;
    await ask(waiting.url, own.cert);
    await waiting.close({ grace: 60_000 });
    await silent.closed();
  });

  it("closes the oldest handshake if more than the limit of connections are in progress", async () => {
    const door = await start(echo(), { limits: { connections: 2 } });
    const silent = [open(door.port), open(door.port)];
    await Promise.all(silent.map(({ connected }) => connected));
    expect(await ask(door.url, own.cert)).toMatchObject({ status: 200 });
    await silent[0]?.closed();
    expect(silent[1]?.isClosed()).toBe(false);
    silent[1]?.socket.destroy();
  });

  it("answers requests in progress when it closes, and closes idle connections", async () => {
    const work = createGate();
    const gateway = echo(async () => {
      await work.opened;
      return new Response("done", { headers: { "content-length": "4" } });
    });
    const door = await start(gateway);
    const idle = await connectIdle(door.port);
    const idleEnded = new Promise((resolve) => idle.resume().once("close", resolve));
    const answer = ask(door.url, own.cert);
    await expect.poll(() => gateway.seen.length).toBe(1);
    const closing = door.close();
    await idleEnded;
    work.open();
    expect(await answer).toEqual({ status: 200, body: "done" });
    await closing;
  });

  it("makes room among TLS connections like among others", async () => {
    const door = await start(echo(), { limits: { connections: 1 } });
    const idle = await connectIdle(door.port);
    const ended = new Promise((resolve) => idle.resume().once("close", resolve));
    expect(await ask(door.url, own.cert)).toMatchObject({ status: 200 });
    await ended;
  });

  it("admits the names of this machine behind a host application's own https server", async () => {
    const gateway = echo();
    const server = createServer(own, toNodeHandler(gateway));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await ask(`https://127.0.0.1:${port}/x`, own.cert)).toMatchObject({ status: 200 });
    expect(gateway.hosts).toContain(`127.0.0.1:${port}`);
    await new Promise((resolve) => server.close(resolve));
  });

  it("survives data that is not TLS", async () => {
    const door = await start();
    const client = connect(door.port, "127.0.0.1");
    client.on("error", () => {});
    await new Promise((resolve) => client.once("connect", resolve));
    const ended = new Promise((resolve) => client.resume().once("close", resolve));
    client.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await ended;
    expect(await ask(door.url, own.cert)).toMatchObject({ status: 200 });
  });
});
