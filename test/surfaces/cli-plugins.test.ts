import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const config = `
import { defineCommand, defineGroup, definePlugin, defineQuery, secret, T } from "@postern/core";

const group = defineGroup("lab", {
  title: "Lab",
  config: T.Object({ workspace: T.String(), project: T.Optional(T.String()), data: T.String() }),
});
const player = defineCommand(group, {
  id: "lab.play",
  summary: "Play",
  input: T.Object({
    noAutoplay: T.Optional(T.Boolean()),
    autoplay: T.Optional(T.Boolean()),
    volume: T.Optional(T.Number()),
    store: T.Optional(T.String()),
    dryRun: T.Optional(T.Boolean()),
    voice: T.Optional(T.Object({ name: T.String() })),
    cues: T.Optional(T.Array(T.Object({ at: T.Integer() }))),
  }),
  output: T.Object({ got: T.String() }),
  dryRunByDefault: true,
  effect: "external",
  plan: (_, input) => ({ summary: "Play it", got: JSON.stringify(input) }),
  execute: (_, { got }) => ({ got }),
});
const keep = defineCommand(group, {
  id: "lab.keys.keep",
  summary: "Keep a secret",
  input: T.Object({ name: T.String(), apiKey: secret(T.String({ description: "The key" })) }),
  output: T.Object({ length: T.Integer() }),
  plan: () => ({ summary: "Keep it" }),
  execute: (_, __, { apiKey }) => ({ length: apiKey.length }),
});
const settings = defineQuery(group, {
  id: "lab.settings",
  summary: "Show the configuration",
  input: T.Object({}),
  output: T.Object({ workspace: T.String(), project: T.Optional(T.String()), data: T.String() }),
  run: ({ config }) => config,
});
const checked = defineQuery(group, {
  id: "lab.check",
  summary: "Fail in an answer",
  input: T.Object({}),
  output: T.Object({ success: T.Boolean() }),
  run: () => ({ success: false }),
});
const lab = definePlugin(group, { version: "1.0.0", operations: [player, keep, settings, checked] });
export default { plugins: { lab: lab({ project: "own" }) }, pluginsOnly: true };
`;

async function newLab() {
  const user = newUser();
  user.configure(config);
  await user.run("init");
  return user;
}

describe("a custom plugin", () => {
  it("has commands, also on a gateway that was started with it", async () => {
    const user = await newLab();
    expect((await user.run("lab")).out).toContain("postern lab keys keep");
    await user.serve();
    // Another folder has no configuration: the commands come from the running gateway.
    const { code, out } = await user.run("--config-file", join(user.home, "empty.json"), "lab");
    expect([code, out]).toEqual([2, ""]);
    writeFileSync(join(user.home, "empty.json"), "{}");
    expect((await user.run("--config-file", "empty.json", "lab", "settings")).code).toBe(0);
  });

  it("receives the workspace, the project and the data folder, unless configured", async () => {
    const user = await newLab();
    const env = { POSTERN_WORKSPACE: "work", POSTERN_PROJECT: "known" };
    const { out } = await user.runWith(env, "", "lab", "settings", "--json");
    expect(JSON.parse(out)).toEqual({ workspace: join(user.home, "work"), project: "own", data: user.data });
  });
});

describe("a plugin that does not start", () => {
  it("is reported with the reason by its commands, by the gateway and without one", async () => {
    const user = newUser();
    user.configure(
      config.replace("operations: [player, keep, settings, checked] }", (text) =>
        text.replace("}", ', setup: () => { throw new Error("no disk."); } }'),
      ),
    );
    await user.run("init");
    const alone = await user.run("lab", "settings");
    expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('Plugin "lab" is not running: no disk.')]);
    await user.serve();
    for (const args of [["lab", "settings"], ["lab", "keys", "keep", "--name", "n"], ["lab"], ["lab", "--help"]]) {
      const { code, out, err } = await user.run(...args);
      expect([args, code, out, err]).toEqual([args, 1, "", 'Plugin "lab" did not start: no disk.\n']);
    }
    expect(JSON.parse((await user.run("lab", "settings", "--json")).err).detail).toBe(
      'Plugin "lab" did not start: no disk.',
    );
    expect((await user.run("labs", "settings")).err).toContain("unknown command");
    expect((await user.run("--help")).out).toMatch(/ lab +Lab \(did not start\)/);
  });
});

describe("an operation that shows its plan by default", () => {
  it("shows its plan, and executes it with --execute", async () => {
    const user = await newLab();
    const dry = await user.run("lab", "play");
    expect(dry.code).toBe(3);
    const [, digest = ""] =
      /Add --execute to execute, or --execute --plan (\S+) to execute exactly this plan/.exec(dry.out) ?? [];
    expect((await user.run("lab", "play", "--execute", "--plan", digest)).code).toBe(0);
    expect((await user.run("lab", "play", "--volume", "1", "--execute", "--plan", digest)).code).toBe(5);
    expect((await user.run("lab", "play", "--execute", "--dry-run")).code).toBe(2);
    const shown = await user.run("lab", "play", "--json");
    expect([shown.code, JSON.parse(shown.out).dryRun]).toEqual([3, true]);
  });
});

describe("a field", () => {
  it("keeps its name and its type", async () => {
    const user = await newLab();
    writeFileSync(join(user.home, "body.json"), '{"store":"B"}');
    const sent = async (...args: string[]) =>
      JSON.parse((await user.json("lab", "play", "--execute", ...args)).got) as object;
    expect(await sent("--noAutoplay")).toEqual({ noAutoplay: true });
    expect(await sent("--no-autoplay")).toEqual({ noAutoplay: true });
    expect(await sent("--autoplay", "false")).toEqual({ autoplay: false });
    expect(await sent("--volume", "0.5")).toEqual({ volume: 0.5 });
    expect(await sent("--voice", '{"name":"a"}')).toEqual({ voice: { name: "a" } });
    expect(await sent("--cues", '{"at":1}', "--cues", '{"at":2}')).toEqual({ cues: [{ at: 1 }, { at: 2 }] });
    expect(await sent("--dryRun")).toEqual({ dryRun: true });
    expect(await sent("--input", "body.json")).toEqual({ store: "B" });
    for (const wrong of [
      ["--volume", "loud"],
      ["--voice", "{"],
      ["--autoplay", "maybe"],
    ]) {
      const { code, err } = await user.run("lab", "play", ...wrong);
      expect([code, err.trim().split("\n").length]).toEqual([2, 1]);
    }
  });
});

describe("a secret", () => {
  it("is read from a file or standard input, never from an argument", async () => {
    const user = await newLab();
    writeFileSync(join(user.home, "key.txt"), "hush\n");
    const keep = ["lab", "keys", "keep", "--name", "n"];
    expect((await user.json(...keep, "--apiKey-file", "key.txt")).length).toBe(4);
    const piped = await user.runWith({}, "hush, hush", ...keep, "--api-key-file", "-", "--json");
    expect(JSON.parse(piped.out).length).toBe(10);
    expect((await user.run(...keep, "--apiKey", "hush")).code).toBe(2);
    const none = await user.run(...keep);
    expect([none.code, none.err]).toEqual([2, "--apiKey-file is required. Name a file, or - for standard input.\n"]);
  });
});

it("a response with success: false is a failure", async () => {
  const user = await newLab();
  expect((await user.run("lab", "check")).code).toBe(1);
});

describe("the platforms of channels", () => {
  const kindsOf = async (user: ReturnType<typeof newUser>) =>
    (await user.json("channels", "kinds")).kinds.map(({ id }: { id: string }) => id).sort();

  it("are all available by default", async () => {
    const user = newUser();
    await user.run("init");
    expect(await kindsOf(user)).toEqual(["irc", "slack", "telegram", "webhook", "xmpp"]);
  });

  it("are enabled and disabled in the configuration", async () => {
    const user = newUser();
    user.configure(
      `export default { plugins: { "channels-xmpp": false, "channels-slack": false, "channels-telegram": false } };`,
    );
    await user.run("init");
    expect(await kindsOf(user)).toEqual(["irc", "webhook"]);
  });

  it("are refused without channels, with the missing plugin", async () => {
    const user = newUser();
    user.configure(`export default { plugins: { chats: true, channels: false, "channels-irc": true } };`);
    const { code, err } = await user.run("init");
    expect([code, err]).toEqual([2, expect.stringContaining("channels-irc")]);
  });
});
