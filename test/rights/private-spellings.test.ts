import { type Client, testGateway } from "@postern/core/testing";
import hooks from "@postern/hooks";
import { beforeAll, expect, it } from "vitest";

/** The ways in which an address of this machine, a private network or a metadata service can be written in a URL. */
const SPELLINGS = [
  "localhost",
  "localhost.",
  "LOCALHOST",
  "a.localhost",
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "0x7f000001",
  "0x7f.0.0.1",
  "0x7f.1",
  "%31%32%37.0.0.1",
  "１２７.0.0.1",
  "127。0。0。1",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "167772161",
  "192.168.0.1.",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "[fd00:ec2::254]",
  "[fe80::1]",
];

let who: Client;
beforeAll(async () => {
  const { client, stop } = await testGateway({ plugins: [hooks()] });
  who = await client(["hooks:*"]);
  return stop;
});

it.each(SPELLINGS)("a webhook to a private address is refused, written as %s", async (host) => {
  const { status, body } = await who.post("hooks.create", { url: `http://${host}:9/`, types: ["**"] });
  expect([status, body.code]).toEqual([400, "hooks.target_refused"]);
  expect((await who.post("hooks.list")).body.total).toBe(0);
});
