import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import {
  allowedAddresses,
  lookupOf,
  markServers,
  namedHosts,
  openConnections,
  publicHosts,
  request,
} from "@postern/kit/outbound";
import { describe, expect, it, onTestFinished } from "vitest";

const admin = { caller: { isAdmin: true }, config: { allowPrivate: false } };
const narrow = { caller: { isAdmin: false }, config: { allowPrivate: false } };
const allowed = { caller: { isAdmin: false }, config: { allowPrivate: true } };
const refused = expect.objectContaining({ code: "gateway.address_not_allowed", status: 403 });

const mark = (...given: [typeof admin, string[], { hosts: string[]; isPrivate?: boolean }?]) =>
  markServers(given[0], "feeds", given[1], given[2]);

describe("the mark of servers", () => {
  it.each([
    ["127.0.0.1:80"],
    ["localhost"],
    ["a.localhost:80"],
    ["::1:4222"],
    ["[::1]:4222"],
    ["::1"],
    ["10.0.0.1"],
    ["100.64.0.1"],
    ["fd00::1"],
    ["2130706433:80"],
    ["0x7f.1"],
    ["127.1"],
  ])("needs an admin or the configuration for %s", (host) => {
    expect(() => mark(narrow, [host])).toThrow(refused);
    expect(() => mark(narrow, ["example.com", host])).toThrow(refused);
    expect(mark(admin, [host])).toEqual({ isPrivate: true });
    expect(mark(allowed, [host])).toEqual({});
  });

  it.each([["169.254.169.254"], ["0.0.0.0:80"], ["::ffff:127.0.0.1"], ["[fe80::1]:80"], ["100.100.100.200"]])(
    "is for nobody at %s",
    (host) => {
      for (const caller of [admin, narrow, allowed]) expect(() => mark(caller, [host])).toThrow(refused);
    },
  );

  it("is kept while the servers stay the same, and lost with another one", () => {
    const before = { hosts: ["nas.example:443"], isPrivate: true };
    expect(mark(narrow, ["nas.example:443"], before)).toEqual({ isPrivate: true });
    expect(mark(narrow, ["nas.example:8443"], before)).toEqual({});
    expect(mark(narrow, ["nas.example:443"], { hosts: ["nas.example:443"] })).toEqual({});
    expect(mark(narrow, ["10.0.0.1"], { hosts: ["10.0.0.1"], isPrivate: true })).toEqual({ isPrivate: true });
  });

  it("decides which addresses its servers may have", () => {
    const at = (isPrivate: boolean, allowPrivate: boolean) =>
      namedHosts("feeds", { isPrivate }, { allowPrivate })("10.0.0.1", true);
    expect([at(true, false), at(false, true), at(true, true)]).toEqual([undefined, undefined, undefined]);
    expect(at(false, false)).toBe(
      "its address is private. Name the server with a key that has the scope *, or set allowPrivate in the configuration of the plugin feeds",
    );
    const metadata = namedHosts("feeds", { isPrivate: true }, { allowPrivate: true })("169.254.169.254", true);
    expect(metadata).toBe("its address is reserved");
  });
});

describe("the addresses of a host", () => {
  const resolvingTo =
    (...found: string[]) =>
    (_host: string, _options: object, done: (error: null, addresses: { address: string; family: number }[]) => void) =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );

  it.each([[["127.0.0.1"]], [["::1"]], [["1.1.1.1", "10.0.0.1"]], [["::ffff:127.0.0.1"]], [["169.254.169.254"]]])(
    "are refused if its name resolves to %j",
    async (found) => {
      const resolve = resolvingTo(...found);
      await expect(
        allowedAddresses("a.example", { to: publicHosts(false), isSecure: false, resolve }),
      ).rejects.toMatchObject({ kind: "blocked", isUnsent: true });
    },
  );

  it("are those that a socket connects to, whatever the name resolves to later", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const resolve = resolvingTo("127.0.0.1");
    const addresses = await allowedAddresses("a.example", { to: publicHosts(true), isSecure: false, resolve });
    const socket = connect({
      host: "a.example",
      port: (server.address() as AddressInfo).port,
      lookup: lookupOf(addresses),
    });
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    expect(socket.remoteAddress).toBe("127.0.0.1");
  });
});

describe("a redirect", () => {
  it.each([
    "http://127.0.0.1",
    "http://localhost",
    "http://[::1]",
    "http://2130706433",
    "http://10.0.0.1",
    "http://169.254.169.254",
    "http://rebinding.example",
  ])("to %s is not followed to a private address", async (target) => {
    let connections = 0;
    const inner = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(inner, "listening");
    const { port } = inner.address() as AddressInfo;
    const outer = createHttpServer((_incoming, response) =>
      response.writeHead(302, { location: `${target}:${port}/` }).end(),
    ).listen(0, "127.0.0.1");
    await once(outer, "listening");
    onTestFinished(() => void inner.close());
    onTestFinished(() => void outer.close());
    // The first server is public as far as the rule knows, whose first two questions are about it.
    let asked = 0;
    const rule = publicHosts(false);
    const resolve: Resolve = (_host, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
    const to = openConnections((host, isSecure) => (asked++ < 2 ? undefined : rule(host, isSecure)), { resolve });
    onTestFinished(() => to.close());
    const url = `http://public.example:${(outer.address() as AddressInfo).port}/`;
    await expect(request(url, { to, redirects: 3 })).rejects.toMatchObject({ kind: "blocked" });
    expect(connections).toBe(0);
  });
});

type Resolve = NonNullable<NonNullable<Parameters<typeof openConnections>[1]>["resolve"]>;
