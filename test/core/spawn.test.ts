import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram, spawnProgram } from "@postern/core/process";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it, onTestFinished } from "vitest";
import { files } from "../architecture/sources.ts";
import { notesPlugin } from "./fixtures/notes.ts";

const isLinux = process.platform === "linux";
/** Prints the open files of a process, one line per descriptor. */
const program = `
const { readdirSync, readlinkSync } = require("node:fs");
for (const file of readdirSync("/proc/self/fd")) {
  try { console.log(file + " " + readlinkSync("/proc/self/fd/" + file)); } catch {}
}`;
const listing = ["-e", program];

async function openStore() {
  const folder = mkdtempSync(join(tmpdir(), "postern-spawn-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fixture = await testGateway({ plugins: [notesPlugin()], storage: lmdb({ path: folder }) });
  onTestFinished(() => fixture.stop());
  await fixture.gateway.call("notes.add", { text: "a secret" });
  return { ...fixture, folder };
}

describe.runIf(isLinux)("a program that is started", () => {
  it("inherits no file of the store", async () => {
    const { folder } = await openStore();
    const own = readdirSync("/proc/self/fd").filter((file) => inherits(file));
    expect(own.length).toBeGreaterThan(0);
    const { out, code } = await runProgram(process.execPath, listing, { timeout: 30_000 });
    expect(code).toBe(0);
    expect(out).not.toContain(folder);
    expect(out).toContain("pipe:");
  });

  it("has the files in stdio, and a channel if requested", async () => {
    const { folder } = await openStore();
    const script = `process.on("message", (said) => process.send({ said }, () => process.exit()));`;
    const child = spawnProgram(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    const answer = new Promise((resolve) => child.once("message", resolve));
    child.send({ hello: folder });
    expect(await answer).toEqual({ said: { hello: folder } });
  });

  it("keeps a descriptor that stdio lists by its number", async () => {
    await openStore();
    const file = openSync(new URL(import.meta.url), "r");
    const child = spawnProgram(process.execPath, listing, { stdio: ["ignore", "pipe", "inherit", file] });
    let out = "";
    child.stdout?.on("data", (chunk) => {
      out += chunk;
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(out).toMatch(/^3 .*spawn\.test\.ts$/m);
  });
});

describe("a program that is run to completion", () => {
  it("returns its exit code and output", async () => {
    const script = `process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3;`;
    const ran = await runProgram(process.execPath, ["-e", script], { timeout: 30_000 });
    expect(ran).toEqual({ code: 3, out: "out", err: "err" });
  });

  it("is ended if it takes too long, prints too much or does not exist", async () => {
    const forever = ["-e", "setInterval(() => {}, 1_000)"];
    expect(await runProgram(process.execPath, forever, { timeout: 300 })).toMatchObject({
      code: 1,
      trouble: "too long",
    });
    const loud = ["-e", `for (;;) process.stdout.write("x".repeat(10_000))`];
    expect(await runProgram(process.execPath, loud, { timeout: 30_000, most: 100_000 })).toMatchObject({
      trouble: "too much output",
    });
    const missing = await runProgram("no-such-program-anywhere", [], { timeout: 30_000 });
    expect(missing.trouble).toMatchObject({ code: "ENOENT" });
    expect(missing.code).not.toBe(0);
  });
});

it("every package starts programs with spawnProgram, which passes on no files", () => {
  // The second one is only used without /proc, on systems that pass on no other files; the third is the driver's own
  // program, which reads the whole store. The last one creates plugins and has no open files to pass on.
  const allowed = [
    "core/src/process/spawn.ts",
    "core/src/storage/process-mark.ts",
    "plugins/create-plugin/src/author.ts",
    "storage-drivers/lmdb/src/verify.ts",
  ];
  const sources = ["core/src", "plugins", "storage-drivers"].flatMap((folder) => files(folder, ".ts"));
  const starting = sources
    .filter(({ path }) => /\/src\//.test(path))
    .filter(({ text }) => /import (?!type )[^;]*from "(node:)?child_process"/.test(text))
    .map(({ path }) => path);
  expect(starting.sort()).toEqual(allowed);
});

function inherits(file: string): boolean {
  try {
    const [, flags = "0"] = /flags:\s*([0-7]+)/.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8")) ?? [];
    return Number(file) > 2 && (Number.parseInt(flags, 8) & 0o2000000) === 0;
  } catch {
    return false;
  }
}
