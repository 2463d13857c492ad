import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processStatus } from "@postern/core/process";
import { describe, expect, it } from "vitest";
import type { Io } from "../../plugins/cli/src/io.ts";
import { type GatewayProgram, gatewayProgram } from "../../plugins/cli/src/unit/gateway-program.ts";
import { serviceManager } from "../../plugins/cli/src/unit/service-control.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

const withSystemd = it.skipIf(!has("systemd-analyze"));

/** Values with every character that a format treats specially. */
const program: GatewayProgram = {
  start: [process.execPath, '/opt/a "b" $HOME %h\\n <&>', "serve", "--log-file"],
  stopRunner: [process.execPath, "runner", "--stop"],
  folder: "/tmp",
  environment: { POSTERN_DATA: '/data/a "b" %d $X \\ <&>' },
};

const unitPath = (home: string) => join(home, ".config", "systemd", "user", "postern.service");

describe.skipIf(process.platform !== "linux")("service install", () => {
  it("writes a unit with absolute paths, and says which commands start it if systemd cannot be reached", async () => {
    const user = newUser();
    user.configure({ port: 4931 });
    await user.run("init");
    const { code, err } = await user.run("service", "install");
    const unit = readFileSync(unitPath(user.home), "utf8");
    expect([code, err]).toEqual([0, expect.stringContaining(`Wrote ${unitPath(user.home)}`)]);
    expect(err).toContain("  systemctl --user daemon-reload\n  systemctl --user enable postern.service\n");
    expect(unit).toContain(`Environment=POSTERN_DATA=${user.data}\n`);
    expect(unit).toContain(`--config-file ${join(user.home, "postern.config.json")} serve --log-file\n`);
    expect(unit).toContain(`ExecStart=${process.execPath} /`);
    expect(unit).not.toMatch(/rctx_|POSTERN_TOKEN/);
    expect((await user.run("service", "install")).err).toContain("is up to date");
  });

  it("asks before it replaces other content", async () => {
    const user = newUser();
    await user.run("init");
    mkdirSync(join(unitPath(user.home), ".."), { recursive: true });
    writeFileSync(unitPath(user.home), "[Service]\n");
    const { code, err } = await user.run("service", "install");
    expect([code, err, readFileSync(unitPath(user.home), "utf8")]).toEqual([
      5,
      expect.stringContaining("has other content"),
      "[Service]\n",
    ]);
    expect((await user.run("service", "unit")).out).toContain("file: differs from the current settings\n");
    expect((await user.run("service", "uninstall")).code).toBe(5);
    expect((await user.run("service", "install", "--yes")).code).toBe(0);
    expect(readFileSync(unitPath(user.home), "utf8")).toContain("ExecStart=");
  });

  it("shows and removes the service, and keeps the data folder", async () => {
    const user = newUser();
    await user.run("init");
    expect((await user.run("service", "unit")).code).toBe(1);
    expect(await user.run("service", "uninstall")).toMatchObject({
      code: 1,
      err: expect.stringContaining("No service found"),
    });
    await user.run("service", "install", "--name", "other");
    const path = unitPath(user.home).replace("postern.service", "other.service");
    expect(await user.json("service", "unit", "--name", "other")).toMatchObject({ path, file: "up to date" });
    expect((await user.run("service", "uninstall", "--name", "other")).code).toBe(0);
    expect([existsSync(path), existsSync(join(user.data, "postern.json"))]).toEqual([false, true]);
  });

  it("only prints the unit with --dry-run", async () => {
    const user = newUser();
    const { code, out } = await user.run("service", "install", "--dry-run");
    expect([code, out.includes("KillMode=mixed"), existsSync(unitPath(user.home))]).toEqual([0, true, false]);
  });

  it("refuses a folder without a store, a store in memory, and a password", async () => {
    const user = newUser();
    expect((await user.run("service", "install")).err).toContain("is not initialised");
    expect((await user.run("service", "install", "--store", "memory")).err).toContain("in memory");
    const { err } = await user.run("service", "install", "--store", "redis:redis://ann:hunter2@localhost", "--dry-run");
    expect(err).toContain("POSTERN_STORE contains a password");
    expect(err).not.toContain("hunter2");
  });

  it("is listed with the commands of its group", async () => {
    expect((await newUser().run("service")).out).toMatch(/postern service install +Run the gateway as a service/);
  });
});

describe("the unit of systemd", () => {
  const io = { env: {}, cwd: "/tmp" } as Io;
  const text = serviceManager("postern", io, "linux").unit(program);

  it("escapes what systemd would expand", () => {
    expect(text).toContain(`ExecStart=${process.execPath} "/opt/a \\"b\\" $$HOME %%h\\\\n <&>" serve --log-file\n`);
    expect(text).toContain('Environment="POSTERN_DATA=/data/a \\"b\\" %%d $X \\\\ <&>"\n');
  });

  withSystemd("is accepted by systemd-analyze (needs systemd-analyze)", async () => {
    const user = newUser();
    const path = join(user.home, "postern.service");
    const io = { env: { PATH: "/usr/bin" }, cwd: user.home } as unknown as Io;
    const settings = { data: user.data, workspace: user.home } as Parameters<typeof gatewayProgram>[0];
    writeFileSync(path, serviceManager("postern", io, "linux").unit(gatewayProgram(settings, undefined, io)));
    const { stderr, status } = spawnSync("systemd-analyze", ["verify", "--user", path], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: user.home },
    });
    expect([status, stderr.split("\n").filter((line) => line.includes(path))]).toEqual([0, []]);
    writeFileSync(path, readFileSync(path, "utf8").replace("KillMode=mixed", "KillMode=sometimes"));
    const wrong = spawnSync("systemd-analyze", ["verify", "--user", path], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: user.home },
    });
    expect(wrong.stderr).toContain("kill mode");
  });
});

describe("the agent of launchd", () => {
  it.skipIf(!has("python3"))("is a property list with the same values (needs python3)", () => {
    const text = serviceManager("postern", { env: {}, cwd: "/tmp" } as Io, "darwin").unit(program);
    const script = "import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))";
    expect(JSON.parse(execFileSync("python3", ["-c", script], { input: text, encoding: "utf8" }))).toMatchObject({
      Label: "postern.postern",
      ProgramArguments: program.start,
      EnvironmentVariables: program.environment,
      WorkingDirectory: "/tmp",
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
    });
  });
});

it("runner --stop ends the supervisor and the runner, and a gateway starts them again", async () => {
  const user = newUser();
  await user.run("init");
  const { child, ended } = await user.serve();
  const started = await user.json("channels", "start");
  expect(started.success ?? true).toBe(true);
  const supervisor = join(user.data, "processes", "channels-supervisor.json");
  const runner = join(user.data, "processes", "channels-runner.json");
  await until(() => expect(existsSync(runner)).toBe(true));
  const mark = JSON.parse(readFileSync(supervisor, "utf8"));
  child.kill("SIGTERM");
  await ended;
  expect((await user.run("runner", "--stop")).code).toBe(0);
  expect(existsSync(runner)).toBe(false);
  expect(processStatus(mark)).toBe("gone");
  await user.serve();
  await until(() => expect(existsSync(runner)).toBe(true));
  await user.run("channels", "stop");
  rmSync(join(user.data, "logs"), { recursive: true });
});
