import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

const at = (second: number) => `2026-11-21T06:30:${String(second).padStart(2, "0")}.000Z`;
const line = (second: number, message: string, fields: object = {}) =>
  `${JSON.stringify({ time: at(second), level: "info", message, ...fields })}\n`;

/** A user with logs of both processes. */
function newLogged() {
  const user = newUser();
  const folder = join(user.data, "logs");
  mkdirSync(folder, { recursive: true });
  const gateway = join(folder, "gateway.log");
  const runner = join(folder, "channels.log");
  writeFileSync(`${gateway}.1`, line(1, "one"));
  writeFileSync(gateway, line(2, "two", { plugin: "chats" }) + line(4, "four"));
  writeFileSync(runner, `${line(3, "three")}    at plain text rctx_abc\n${line(5, "five", { stack: "a\nb" })}`);
  return { user, gateway, runner };
}

const messages = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text).message);

describe("postern logs", () => {
  it("merges the logs of the gateway and the runner by time, across older files", async () => {
    const { user } = newLogged();
    const { code, out } = await user.run("logs", "--json");
    expect([code, messages(out)]).toEqual([
      0,
      ["one", "two", "three", "    at plain text rctx_[redacted]", "four", "five"],
    ]);
    expect(JSON.parse(out.split("\n")[1] as string)).toEqual({
      ...{ plugin: "chats", source: "gateway", time: at(2), level: "info", message: "two" },
    });
    expect(messages((await user.run("logs", "--json", "--lines", "2")).out)).toEqual(["four", "five"]);
    expect(messages((await user.run("logs", "gateway", "--json", "--lines", "2")).out)).toEqual(["two", "four"]);
    expect(messages((await user.run("logs", "runner", "--json", "--lines", "1")).out)).toEqual(["five"]);
  });

  it("prints readable lines in local time", async () => {
    const { user } = newLogged();
    const { out } = await user.runWith({ TZ: "Europe/Berlin" }, "", "logs");
    expect(out).toContain("2026-11-21 07:30:02.000  INFO   gateway  two  plugin=chats\n");
    expect(out).toContain("2026-11-21 07:30:05.000  INFO   runner   five\n    stack=a\n    b\n");
  });

  it("follows a log across rotations", async () => {
    const { user, gateway } = newLogged();
    const { child, output, ended } = user.launch(["logs", "--follow", "--json", "gateway"]);
    await until(() => expect(output.out).toContain("four"));
    appendFileSync(gateway, line(6, "six"));
    await until(() => expect(output.out).toContain("six"));
    appendFileSync(gateway, line(7, "seven"));
    renameSync(`${gateway}.1`, `${gateway}.2`);
    renameSync(gateway, `${gateway}.1`);
    writeFileSync(gateway, line(8, "eight"));
    await until(() => expect(output.out).toContain("eight"));
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    expect(messages(output.out)).toEqual(["one", "two", "four", "six", "seven", "eight"]);
  });

  it("says how to get a log if there is none, and refuses a wrong number", async () => {
    const user = newUser();
    const { code, err } = await user.run("logs");
    expect([code, err]).toEqual([1, expect.stringContaining('"postern serve --log-file"')]);
    expect(await user.run("logs", "--lines", "x")).toMatchObject({ code: 2, err: expect.stringContaining('"x"') });
  });
});

describe("serve --log-file", () => {
  it("writes the log into the data folder, readable by its owner only", async () => {
    const user = newUser();
    await user.run("init");
    const { child, ended } = await user.serve("serve", ["--log-file"]);
    const file = join(user.data, "logs", "gateway.log");
    await until(() => expect(messages(readFileSync(file, "utf8"))).toContain("The gateway has started"));
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    // On a busy machine it also logs that its event loop was blocked.
    const written = messages(readFileSync(file, "utf8"));
    expect([written.at(0), written.at(-1)]).toEqual(["The gateway has started", "The gateway has stopped"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await user.run("logs")).out).toContain("The gateway has stopped");
  });

  it("writes to the named file, which logs finds, and why a start failed", async () => {
    const user = newUser();
    await user.run("init");
    const { url } = await user.serve("serve", ["--log-file", "own.log"]);
    // Lines are written in the background.
    await until(async () => expect((await user.run("logs", "gateway")).out).toContain(`url=${url}`));
    const failed = await user.run("serve", "--port", new URL(url).port, "--log-file", "failed.log");
    expect(failed.code).toBe(1);
    expect(readFileSync(join(user.home, "failed.log"), "utf8")).toContain("is already in use");
    expect(readdirSync(user.data)).not.toContain("logs");
  });

  it("does not stop a gateway that cannot write it", async () => {
    const user = newUser();
    await user.run("init");
    const { url } = await user.serve("serve", ["--log-file", "/dev/full"]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it("can also start a new data folder", async () => {
    const user = newUser();
    const { url } = await user.serve("start", ["--log-file"]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});
