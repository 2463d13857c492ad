import { lookup, promises } from "node:dns";
import { hostname } from "node:os";
import { isBlockedNow, openConnections, post, publicHosts, request } from "@postern/kit/outbound";
import { describe, expect, it } from "vitest";
import { openGateway } from "./gateway.ts";
import { startReceiver } from "./receiver.ts";

const to = (url: string) => ({
  url,
  body: "{}",
  headers: {},
  allowPrivate: false,
  timeout: 5_000,
  signal: new AbortController().signal,
});

/** This machine by its name, unless no resolver knows it. */
const ownName = await promises.lookup(hostname()).then(
  () => [`http://${hostname()}:8080/`],
  () => [],
);

describe("without permission for private addresses", () => {
  it.each([
    "http://127.0.0.1:8080/",
    "http://[::1]/",
    "http://10.0.0.1/",
    "http://2130706433/",
    "http://localhost:8080/",
    ...ownName,
  ])("rejects creating, planning or updating a hook to %s", async (url) => {
    const fixture = await openGateway({ hooksPrivate: false });
    const refused = { status: 400, body: { code: "hooks.target_refused", host: new URL(url).hostname } };
    const body = { url, types: ["**"] };
    expect(await fixture.admin.post("hooks.create", body)).toMatchObject(refused);
    expect(await fixture.admin.post("hooks.create", body, { "x-dry-run": "true" })).toMatchObject(refused);
    const { hook } = await fixture.hook("https://example.com/");
    expect(await fixture.admin.post("hooks.update", { id: hook.id, url })).toMatchObject(refused);
    expect((await fixture.post("hooks.list")).total).toBe(1);
  });

  it("refuses a name that resolves to this machine and sends nothing", async () => {
    const target = await startReceiver();
    for (const name of ["localhost", hostname()]) {
      const sent = post(to(`http://${name}:${target.port}/`));
      await expect(sent).rejects.toThrow();
    }
    expect(target.received).toEqual([]);
  });

  it("refuses early what resolves to a private address, and nothing that does not resolve yet", async () => {
    const answering = (address: string | undefined): typeof lookup =>
      Object.assign((_name: string, _options: unknown, done: (error: Error | null, found: object[]) => void) => {
        if (address !== undefined)
          done(null, [
            { address: "93.184.216.34", family: 4 },
            { address, family: 4 },
          ]);
        else done(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), []);
      }, lookup);
    const isBlocked = (address: string | undefined, allowPrivate = false) =>
      isBlockedNow(new URL("https://hooks.example/"), publicHosts(allowPrivate), answering(address));
    expect([await isBlocked("10.0.0.1"), await isBlocked("1.1.1.1"), await isBlocked(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await isBlocked("10.0.0.1", true), await isBlocked("169.254.169.254", true)]).toEqual([false, true]);
  });

  it("refuses a private address regardless of who names it", async () => {
    const target = await startReceiver();
    await expect(post(to(target.url))).rejects.toMatchObject({ isFinal: true });
    expect(target.received).toEqual([]);
  });

  it("stops delivering to a hook that was created while private addresses were allowed", async () => {
    const target = await startReceiver();
    const free = await openGateway();
    const { hook } = await free.hook(target.url);
    await free.stop();
    const strict = await openGateway({ hooksPrivate: false }, free.storage);
    await strict.happen();
    await strict.sees(hook.id, {
      status: "dead",
      lastError: "Requests to 127.0.0.1 are not allowed: its address is private or reserved",
    });
    expect(target.received).toEqual([]);
  });
});

describe("a name whose address changes between two look-ups", () => {
  it("is resolved once for a connection, which goes to the checked address", async () => {
    const target = await startReceiver();
    let asked = 0;
    const once: typeof lookup = Object.assign(
      (_name: string, _options: unknown, done: (error: null, found: object[]) => void) =>
        done(null, [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }]),
      lookup,
    );
    const url = `http://rebinding.example:${target.port}/`;
    const ask = (allowPrivate: boolean) =>
      request(url, {
        to: openConnections(publicHosts(allowPrivate), { resolve: once }),
        method: "POST",
        body: "{}",
      });
    const { status } = await ask(true);
    expect({ status, asked }).toEqual({ status: 204, asked: 1 });
    expect(target.received[0]?.headers.host).toBe(`rebinding.example:${target.port}`);
    await expect(ask(false)).rejects.toMatchObject({ isFinal: true });
    expect(target.received).toHaveLength(1);
  });
});

describe("the URL of a hook", () => {
  it.each(["example.com", "ftp://example.com/", "https://me:word@example.com/", "https://example.com/#x"])(
    "is rejected as %s, with the expected format",
    async (url) => {
      const fixture = await openGateway();
      const { status, body } = await fixture.admin.post("hooks.create", { url, types: ["**"] });
      expect({ status, code: body.code }).toEqual({ status: 400, code: "gateway.invalid_input" });
      expect(body.issues).toEqual([{ path: "/url", code: "pattern", message: expect.stringMatching(/^must/) }]);
      expect(JSON.stringify(body)).not.toContain("word@");
    },
  );
});
