import { verdictOf } from "@postern/channels/services";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-irc/src/config.ts";
import { irc } from "../../../plugins/channels-irc/src/kind.ts";
import { createContext, soon, until } from "../channels/context.ts";
import { type IrcServer, ircServer } from "../channels/servers/irc-server.ts";

async function opened(server: IrcServer, config: Partial<Config> = {}, secret?: string) {
  const around = createContext<Config>(
    { host: "127.0.0.1", port: server.port, tls: false, nick: "postern", ...config },
    secret === undefined ? {} : { secret },
  );
  onTestFinished(() => around.stop());
  return Object.assign(around, { link: await irc.open(around.context) });
}

describe("an IRC adapter at a server with SASL", () => {
  it("logs in to its account before the registration completes", async () => {
    const server = await ircServer();
    await opened(server, { login: "sasl" }, "s3cret");
    const step = (line: string) => server.lines.findIndex((said) => said.startsWith(line));
    expect(step("AUTHENTICATE PLAIN")).toBeGreaterThan(-1);
    expect(step("CAP END")).toBeGreaterThan(step("AUTHENTICATE PLAIN"));
    expect(server.lines.filter((line) => line.startsWith("AUTHENTICATE "))).toHaveLength(2);
    expect(server.lines.some((line) => line.startsWith("PASS"))).toBe(false);
  });

  it("logs in to an account that differs from its nick", async () => {
    const server = await ircServer({ account: "bots", password: "long ".repeat(120) });
    await opened(server, { login: "sasl", account: "bots" }, "s3cret").catch((error) => {
      expect(error.message).toBe("SASL: SASL authentication failed");
    });
  });

  it("fails permanently without revealing the password if it is wrong", async () => {
    const server = await ircServer();
    const error = await opened(server, { login: "sasl" }, "hunter2").catch((thrown) => thrown);
    expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
    expect(error.message).toBe("SASL: SASL authentication failed");
  });

  it("does not send a password with a line break", async () => {
    const server = await ircServer();
    const error = await opened(server, { login: "password" }, "a\r\nQUIT").catch((thrown) => thrown);
    expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
    expect(server.lines.some((line) => line.startsWith("QUIT"))).toBe(false);
  });
});

describe("an IRC adapter at a server with message ids", () => {
  it("uses the server's id and time of a message", async () => {
    const server = await ircServer();
    const { received } = await opened(server, { channels: ["#a"] });
    const line = "@msgid=abc;time=2026-01-02T03:04:05.678Z;account=ada :Ada!u@h PRIVMSG #a :hi\r\n";
    server.deliver(line, line);
    server.deliver(":Ada!u@h PRIVMSG postern :end\r\n");
    await until(() => received.length === 2);
    expect(received[0]).toMatchObject({ id: "abc", at: Date.UTC(2026, 0, 2, 3, 4, 5, 678), text: "hi" });
    expect(received[0]?.provenance).toMatchObject({ account: "ada" });
  });

  it("returns the server's id of a sent message, and does not receive its echo", async () => {
    const server = await ircServer();
    const { link, received } = await opened(server, { channels: ["#a"] });
    expect(await link.send({ place: "#a", text: "one", idempotencyKey: "1" }, soon())).toEqual({ id: "echo-1" });
    server.deliver(":Ada!u@h PRIVMSG #a :end\r\n");
    await until(() => received.length > 0);
    expect(received.map((inbound) => "text" in inbound && inbound.text)).toEqual(["end"]);
  });

  it("waits if the server rate limits it", async () => {
    const server = await ircServer();
    const { link } = await opened(server, { channels: ["#slow"] });
    const error = await link.send({ place: "#slow", text: "x", idempotencyKey: "1" }, soon()).catch((thrown) => thrown);
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 60_000 });
  });
});

describe("an IRC adapter at a misbehaving server", () => {
  it("continues after invalid lines", async () => {
    const server = await ircServer();
    const { received, logged } = await opened(server, { channels: ["#a"] });
    server.deliver(
      "\r\n",
      ":\r\n",
      "@;;;=;a=\\ :x\r\n",
      "CAP\r\n",
      "NICK\r\n",
      "FROBNICATE 1 2 3\r\n",
      ":srv 433\r\n",
      "005\r\n",
    );
    server.deliver(
      Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]),
      ":Ada!u@h PRIVMSG\r\n",
      ":Ada!u@h PRIVMSG #a\r\n",
      "KICK\r\n",
    );
    server.deliver(`:Ada!u@h PRIVMSG #a :${"x".repeat(20_000)}\r\n`, ":Ada!u@h PRIVMSG #a :end\r\n");
    await until(() => received.length > 0);
    expect(received.map((inbound) => "text" in inbound && inbound.text)).toEqual(["end"]);
    expect(logged.every(({ level }) => level === "warn")).toBe(true);
  });

  it("ends a connection with an endless line", async () => {
    const server = await ircServer();
    const { link } = await opened(server);
    server.deliver("x".repeat(100_000));
    expect(await link.closed).toEqual({ reason: expect.stringMatching(/a line of more than 16384 bytes/) });
  });

  it("reports that the server closed the connection", async () => {
    const server = await ircServer();
    const { link } = await opened(server);
    server.cut();
    expect((await link.closed).reason).toMatch(/closed the connection|The connection failed/);
  });
});
