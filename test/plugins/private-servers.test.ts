import { describe, expect, it } from "vitest";
import { countConnections, KINDS, openGateway, resolveToLoopback } from "./private-servers.ts";

/** Spellings of addresses that only an admin may name. */
const PRIVATE = ["127.0.0.1", "localhost", "[::1]", "10.0.0.1"];
/** Spellings of addresses that nobody may name. */
const RESERVED = ["0.0.0.0", "169.254.169.254", "[::ffff:127.0.0.1]"];
/** Other spellings of 127.0.0.1, and of the address of a metadata service. */
const SPELLINGS = ["2130706433", "0x7f000001", "0177.0.0.1", "0xa9fea9fe"];

const refused = { status: 403, body: { code: "gateway.address_not_allowed" } };

describe.each(Object.entries(KINDS))("%s", (_title, kind) => {
  it("is not at a private address if a key without the scope * names it", async () => {
    const { narrow } = await openGateway(false);
    const server = await countConnections();
    const replies: Record<string, unknown> = {};
    for (const host of [...PRIVATE, ...RESERVED]) replies[host] = await kind.name(narrow, host, server.port);
    expect(replies).toMatchObject(Object.fromEntries([...PRIVATE, ...RESERVED].map((host) => [host, refused])));
    // Some fields do not accept these spellings at all.
    for (const host of SPELLINGS) {
      const { status, body } = await kind.name(narrow, host, server.port);
      expect([status, body.code]).toEqual(
        status === 400 ? [400, "gateway.invalid_input"] : [403, "gateway.address_not_allowed"],
      );
    }
    expect(server.connections()).toBe(0);
  });

  it("is not reached by a name that resolves to a private address", async () => {
    resolveToLoopback("rebinding.example");
    const { narrow } = await openGateway(false);
    const server = await countConnections();
    const named = await kind.name(narrow, "rebinding.example", server.port);
    expect(await kind.attempt(narrow, named)).toMatch(/address is private.*scope \*.*allowPrivate/);
    expect(server.connections()).toBe(0);
  });

  it.each([
    ["a key with the scope * names it", false, "admin"],
    ["the configuration allows it", true, "narrow"],
  ] as const)("may be at a private address if %s", async (_title, allowPrivate, who) => {
    resolveToLoopback("rebinding.example");
    for (const host of ["127.0.0.1", "rebinding.example"]) {
      const gateway = await openGateway(allowPrivate);
      const server = await countConnections();
      await kind.attempt(gateway[who], await kind.name(gateway[who], host, server.port));
      expect(server.connections()).toBeGreaterThan(0);
    }
  });

  it("is at no reserved address, whoever names it", async () => {
    const { admin } = await openGateway(true);
    for (const host of RESERVED) expect(await kind.name(admin, host, 80)).toMatchObject(refused);
  });
});
