import type { LookupAddress } from "node:dns";
import { readInput, T } from "@postern/core";
import { guardedLookup, isAllowed, publicHosts } from "@postern/kit/outbound";
import { describe, expect, it } from "vitest";
import { Url } from "../../../plugins/hooks/src/schemas.ts";
import { targetOf } from "../../../plugins/hooks/src/target.ts";

const publicAddresses = [
  "1.1.1.1",
  "93.184.216.34",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700:4700::1111",
  "2a00:1450::1",
];

const privateAddresses = [
  "127.0.0.1",
  "127.255.255.254",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "fc00::1",
  "fd12:3456::1",
];

const reservedAddresses = [
  "0.0.0.0",
  "0.1.2.3",
  "169.254.169.254",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.175.48.1",
  "198.18.0.1",
  "203.0.113.7",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "fd00:ec2::254",
  "::ffff:1.1.1.1",
  "::ffff:10.0.0.1",
  "::7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "2002:7f00:1::1",
  "2001::1",
  "2001:db8::1",
  "2620:4f:8000::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
];

describe("the allowed addresses", () => {
  it.each(publicAddresses)("include %s", (address) => {
    expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([true, true]);
  });

  it.each(privateAddresses)("include %s only if private addresses are allowed", (address) => {
    expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([false, true]);
  });

  it.each(reservedAddresses)("never include %s", (address) => {
    expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([false, false]);
  });
});

describe("the URL of a hook", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1:8080/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://printer.localhost/",
    "http://⑯⑨.254.169.254/",
  ])("is rejected as %s", (url) => {
    expect(() => targetOf(url, false)).toThrow(expect.objectContaining({ code: "hooks.target_refused" }));
  });

  it.each([
    "example.com",
    "/events",
    "ftp://example.com/",
    "file:///etc/passwd",
    "https://user@example.com/",
    "https://user:word@example.com/",
    "https://example.com/#part",
    "https://exa mple.com/",
  ])("is invalid as %s", (url) => {
    expect(readInput(T.Object({ url: Url }), { url })).toEqual([
      expect.objectContaining({ path: "/url", message: expect.stringContaining("https://example.com/events") }),
    ]);
  });

  it("is stored in normalized form, with its path and query", () => {
    expect(targetOf("HTTPS://Example.com:443/a/../Events?key=1", false)).toBe("https://example.com/Events?key=1");
    expect(targetOf("http://127.0.0.1:8080", true)).toBe("http://127.0.0.1:8080/");
  });
});

describe("resolving a name for a connection", () => {
  const answering = (...addresses: string[]) => {
    const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }));
    return (allowPrivate: boolean, options: { all?: boolean } = { all: true }) =>
      new Promise((resolve, reject) => {
        const lookup = guardedLookup(publicHosts(allowPrivate), true, (_name, _options, done) => done(null, found));
        lookup("example.com", options, (error, ...answer) => (error ? reject(error) : resolve(answer)));
      });
  };

  it("returns the checked addresses, so the connection goes to one of them", async () => {
    const both = answering("1.1.1.1", "2606:4700::1");
    expect(await both(false)).toEqual([
      [
        { address: "1.1.1.1", family: 4 },
        { address: "2606:4700::1", family: 6 },
      ],
    ]);
    expect(await both(false, {})).toEqual(["1.1.1.1", 4]);
  });

  it("refuses a name as soon as one of its addresses is refused", async () => {
    const mixed = answering("1.1.1.1", "127.0.0.1");
    for (const options of [{ all: true }, {}]) {
      const refused = expect.objectContaining({ isFinal: true });
      await expect(mixed(false, options)).rejects.toEqual(refused);
      await expect(answering("::ffff:10.0.0.1")(false, options)).rejects.toEqual(refused);
    }
    expect(await mixed(true)).toHaveLength(1);
  });

  it("does not reveal to which private address a name resolves", async () => {
    await expect(answering("10.1.2.3")(false)).rejects.toThrow(/^(?!.*10\.1\.2\.3)/);
  });

  it("fails if there is no address", async () => {
    await expect(answering()(false)).rejects.toThrow("no address");
  });
});
