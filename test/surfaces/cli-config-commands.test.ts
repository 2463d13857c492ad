import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

function newConfigured(text?: string) {
  const user = newUser();
  const file = join(user.home, "postern.config.json");
  if (text !== undefined) writeFileSync(file, text);
  return { user, file, text: () => readFileSync(file, "utf8") };
}

describe("config enable and config disable", () => {
  it("create the file, change only the group, and say what to restart", async () => {
    const { user, file, text } = newConfigured();
    await user.run("init");
    const { pid } = await user.serve();
    const disabled = await user.run("config", "disable", "tasks");
    expect([disabled.code, disabled.err]).toEqual([
      0,
      `The group "tasks" is disabled in ${file}. Restart the gateway (process ${pid}) to apply it.\n`,
    ]);
    expect(text()).toBe('{\n  "plugins": {\n    "tasks": false\n  }\n}\n');
    expect((await user.run("config", "enable", "tasks")).code).toBe(0);
    expect(text()).toBe('{\n  "plugins": {\n    "tasks": true\n  }\n}\n');
    expect((await user.run("config", "enable", "tasks")).err).toBe('The group "tasks" is already enabled\n');
  });

  it("keep the format and the mode of the file", async () => {
    const before = '{\n\t"port": 4931,   "hosts": [ "a" ],\n\t"plugins": {\n\t\t"chats": true\n\t}\n}';
    const { user, file, text } = newConfigured(before);
    chmodSync(file, 0o640);
    await user.run("config", "disable", "audio");
    expect(text()).toBe(before.replace('"chats": true\n', '"chats": true,\n\t\t"audio": false\n'));
    await user.run("config", "disable", "chats");
    expect(text()).toContain('"port": 4931,   "hosts": [ "a" ],\n\t"plugins": {\n\t\t"chats": false,');
  });

  it("remove the configuration of a group only after confirmation", async () => {
    const before = '{"plugins":{"audio":{}, "service":{"verifyEveryMs":0}}}';
    const { user, text } = newConfigured(before);
    const refused = await user.run("config", "disable", "service");
    expect([refused.code, text()]).toEqual([5, before]);
    expect(refused.err).toContain('This removes the configuration of "service"');
    expect((await user.run("config", "disable", "service", "--yes")).code).toBe(0);
    expect(JSON.parse(text())).toEqual({ plugins: { audio: {}, service: false } });
  });

  it("say what else no longer works without a group", async () => {
    const { user, file } = newConfigured();
    const said = async (group: string) => (await user.run("config", "disable", group)).err;
    expect(await said("events")).toBe(
      `The group "events" is disabled in ${file}.\nWithout it: "postern chat" and "postern events stream" do not work.\n`,
    );
    expect(await said("context")).toContain("Without it: Keys cannot be derived, rotated or revoked.\n");
    expect(await said("service")).toContain('"postern status", "postern service install"');
    expect(await said("audio")).not.toContain("Without it");
  });

  it("refuse an unknown group with a suggestion, and groups that cannot run together", async () => {
    const { user, file } = newConfigured();
    for (const verb of ["enable", "disable"]) {
      const { code, err } = await user.run("config", verb, "tsks");
      expect([verb, code, err]).toEqual([verb, 2, 'Unknown group "tsks". Did you mean "tasks"?\n']);
    }
    expect(existsSync(file)).toBe(false);
    await user.run("config", "disable", "channels");
    const { code, err } = await user.run("config", "enable", "channels-irc");
    expect([code, err]).toEqual([2, expect.stringContaining("channels.kinds")]);
    expect((await user.run("channels", "list")).err).toContain('"postern config enable channels"');
  });

  it("name the line to write into a file of code, which they do not change", async () => {
    const user = newUser();
    user.configure("export default { plugins: { chats: true } };\n");
    const file = join(user.home, "postern.config.ts");
    const { code, err } = await user.run("config", "disable", "tasks");
    expect([code, err]).toEqual([1, expect.stringContaining(`${file} is code`)]);
    expect(err).toContain('\n  "tasks": false,\n');
    expect(readFileSync(file, "utf8")).toBe("export default { plugins: { chats: true } };\n");
  });

  it("change the file of the user with --global", async () => {
    const { user, file } = newConfigured();
    await user.run("config", "disable", "tasks", "--global");
    const own = join(user.home, ".config", "postern", "postern.config.json");
    expect([existsSync(file), JSON.parse(readFileSync(own, "utf8"))]).toEqual([false, { plugins: { tasks: false } }]);
    expect((await user.run("tasks", "list")).err).toContain(own);
  });
});

describe("config show", () => {
  it("shows each setting with its source, without secrets", async () => {
    const { user, file } = newConfigured(
      JSON.stringify({ port: 4931, plugins: { chats: false, service: { verifyEveryMs: 3_600_000 } } }),
    );
    const key = (await user.run("init")).out.trim();
    const env = { POSTERN_URL: "https://ann:hunter2@gateway.example", POSTERN_TOKEN: key };
    const { out } = await user.runWith(env, "", "config", "show", "--json");
    const { settings, groups } = JSON.parse(out);
    const found = Object.fromEntries(
      settings.map(({ name, value, source }: Record<string, unknown>) => [name, [value, source]]),
    );
    expect(found).toMatchObject({
      port: [4931, file],
      data: [user.data, "POSTERN_DATA"],
      host: ["127.0.0.1", "default"],
      gateway: ["https://[redacted]@gateway.example", "POSTERN_URL"],
      key: ["(not shown)", "POSTERN_TOKEN"],
    });
    expect(groups).toContainEqual({ name: "chats", state: "disabled", source: file, configured: [] });
    expect(groups).toContainEqual({ name: "service", state: "enabled", source: file, configured: ["verifyEveryMs"] });
    expect(groups).toContainEqual({ name: "tasks", state: "enabled", source: "default", configured: [] });
    const text = (await user.runWith(env, "", "config", "show", "--data", "other")).out;
    expect(text).toMatch(/^data +\S+other +--data$/m);
    expect(`${out}${text}`).not.toMatch(/hunter2|rctx_|3600000/);
  });
});

describe("config check", () => {
  it("reports every problem of the file", async () => {
    const { user, file } = newConfigured('{"prot":1,"port":"x","hosts":"one"}');
    const { code, err } = await user.run("config", "check");
    expect([code, err.trim().split("\n").length]).toEqual([1, 3]);
    expect(err).toContain(`${file}: unknown setting prot`);
    expect(err).toContain(`${file}: hosts must be a list of strings`);
    writeFileSync(file, "{ nope");
    expect((await user.json("config", "check")).problems).toEqual([
      expect.stringContaining(`Cannot read the configuration file ${file}`),
    ]);
  });

  it("reports every problem of the groups", async () => {
    const { user } = newConfigured(
      '{"plugins":{"chats":{"colour":"red"},"service":{"verifyEveryMs":-1},"batch":{"most":"x"}}}',
    );
    const { code, err } = await user.run("config", "check");
    expect(code).toBe(1);
    for (const problem of ["plugins.chats: /colour is not a known field", "plugins.service: /verifyEveryMs", "batch"])
      expect(err).toContain(problem);
  });

  it("reports every group that cannot be loaded", async () => {
    const { user } = newConfigured('{"plugins":{"nothing":true,"chats":"yes"}}');
    const { err } = await user.run("config", "check");
    expect(err).toContain('Unknown group "nothing"');
    expect(err).toContain("plugins.chats must be true, false");
  });

  it("reports problems of settings and of groups together", async () => {
    const { user, file } = newConfigured('{"plugins":{"taskz":false,"tasks":5,"chats":{"colour":"red"}},"port":"x"}');
    const { problems } = await user.json("config", "check");
    expect(problems).toEqual([
      `${file}: port must be a number from 0 to 65535`,
      expect.stringContaining('Unknown group "taskz"'),
      "plugins.tasks must be true, false, a configuration object or an imported plugin",
      "plugins.chats: /colour is not a known field",
    ]);
  });

  it("succeeds for a valid file, and without one", async () => {
    const { user, file } = newConfigured();
    expect((await user.run("config", "check")).code).toBe(0);
    writeFileSync(file, '{"plugins":{"chats":true}}');
    const { code, out } = await user.run("config", "check");
    expect([code, out]).toEqual([0, `${file} is valid\n`]);
  });
});

describe("config edit", () => {
  it("opens the editor and checks the file afterwards", async () => {
    const { user, file, text } = newConfigured();
    mkdirSync(join(user.home, "my tools"));
    const editor = join(user.home, "my tools", "edit");
    const edits = (content: string) =>
      writeFileSync(editor, `#!/bin/sh\nprintf '%s' '${content}' > "$2"\n`, { mode: 0o755 });
    const env = { VISUAL: `'${editor}' --wait`, EDITOR: "false" };
    edits('{"port":4931}');
    const valid = await user.runWith(env, "", "config", "edit");
    expect([valid.code, text()]).toEqual([0, '{"port":4931}']);
    edits('{"port":"x"}');
    const { code, err } = await user.runWith(env, "", "config", "edit");
    expect([code, err]).toEqual([1, expect.stringContaining(`${file}: port must be a number`)]);
    const failed = await user.runWith({ EDITOR: "false" }, "", "config", "edit");
    expect([failed.code, failed.err]).toEqual([1, 'The editor "false" ended with exit code 1\n']);
    expect((await user.run("config", "edit")).err).toContain("Set VISUAL or EDITOR");
  });
});

it("prints the version with --version", async () => {
  const user = newUser();
  user.configure({ prot: 1 });
  expect([await user.run("--version"), (await user.run("version")).out]).toEqual([
    { code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: "" },
    (await user.run("--version")).out,
  ]);
});
