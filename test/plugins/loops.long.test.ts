import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { groups } from "../architecture/sources.ts";
import { watchEventLoop } from "../watchdog.ts";

const agentFile = fileURLToPath(new URL("../../examples/coding-agent/agent.js", import.meta.url));

/** A folder that is the current one during the test. */
function moveAway(): string {
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), "postern-loops-"))];
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe("background work of all groups", () => {
  it("leaves the event loop free while every operation is called", async () => {
    const folder = moveAway();
    const configs: Record<string, object> = {
      agentx: { agents: { demo: { command: process.execPath, args: [agentFile, "--without", "archive"] } } },
      credentials: { data: folder, home: folder },
    };
    const plugins = await Promise.all(
      groups.map(async (name) => {
        const { default: make } = (await import(`../../plugins/${name}/src/index.ts`)) as {
          default: (config: object) => Plugin;
        };
        return make(configs[name] ?? {});
      }),
    );
    const { gateway, admin, stop } = await testGateway({ plugins, background: true });
    const longestHold = watchEventLoop();
    const session = async () =>
      (await admin.post("agentx.sessions.create", { agent: "demo", prompt: "say one", execute: true })).body.session;
    const { id } = await session();
    const calls = gateway.manifest.operations.filter(
      ({ effect, examples }) => effect !== "external" && examples.length,
    );
    for (let time = 0; time < 3; time++) {
      for (const { id, examples } of calls) {
        for (const { input } of examples) await admin.post(id, input);
        for (const { input } of examples) await admin.post(id, { ...(input as object), execute: true });
      }
      for (let turn = 0; turn < 30; turn++) {
        await admin.post(`agentx.sessions.${turn % 2 === 0 ? "archive" : "unarchive"}`, { session: id });
        // The load: each change comes at another moment of the one before it.
        await pause(turn);
      }
    }
    expect(longestHold()).toBeLessThan(5_000);
    await stop();
  });
});
