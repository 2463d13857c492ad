import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineGroup, definePlugin, type Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { type ConnectionRef, connectionDirectory } from "@postern/credentials/services";
import meetings from "@postern/meetings";
import { type VoiceRuntime, type VoiceRuntimes, voiceRuntimes } from "@postern/meetings/services";
import memory from "@postern/storage-memory";
import { onTestFinished, vi } from "vitest";

export interface Shown {
  readonly id: string;
  readonly availability: string;
}

/** An environment without installed packages and programs, except those that the test installs. */
export function bareMachine() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "postern-meetings-")));
  const cwd = process.cwd();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  process.chdir(folder);
  vi.stubEnv("PATH", bin);
  onTestFinished(() => {
    process.chdir(cwd);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    bin,
    installPackage(name: string) {
      const home = join(folder, "node_modules", name);
      mkdirSync(home, { recursive: true });
      // Loading the package would fail the test.
      writeFileSync(join(home, "package.json"), JSON.stringify({ name, type: "module", exports: "./index.js" }));
      writeFileSync(join(home, "index.js"), 'throw new Error("it was loaded");');
    },
    installProgram(name: string, mode = 0o755) {
      writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n");
      chmodSync(join(bin, name), mode);
    },
  };
}

/** A gateway with the meetings plugin, and shortcuts for calls that must succeed. */
export async function openFixture(
  config: { connections?: string[] } = {},
  plugins: readonly Plugin[] = [],
  storage = memory(),
) {
  const fixture = await testGateway({ plugins: [meetings(config), ...plugins], storage });
  onTestFinished(() => fixture.stop());
  const ask = (verb: string, body?: object) => fixture.admin.post(`meetings.voice-runtimes${verb}`, body);
  async function post(verb = "", body?: object) {
    const reply = await ask(verb, body);
    if (reply.status !== 200) throw new Error(`${verb} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const availabilityOf = async (id: string): Promise<string | undefined> =>
    (await post()).candidates.find((one: Shown) => one.id === id)?.availability;
  return { ...fixture, ask, post, availabilityOf };
}

export const runtime = (said: Partial<VoiceRuntime> = {}): VoiceRuntime => ({
  id: "megaphone",
  kind: "loud",
  label: "Megaphone",
  docsUrl: "https://example.com/megaphone",
  constraints: ["Heard by everybody"],
  strengths: ["No latency"],
  availability: () => "ready",
  ...said,
});

/** A plugin that registers runtimes and adds the functions to unregister them to `undo`. */
export function offering(name: string, runtimes: readonly VoiceRuntime[], undo: (() => void)[] = []) {
  const group = defineGroup(name, { title: name, needs: { runtimes: voiceRuntimes } });
  return definePlugin(group, {
    version: "1.0.0",
    operations: [],
    setup({ services }) {
      const { register }: VoiceRuntimes = services.runtimes;
      for (const one of runtimes) undo.push(register(one));
      return {};
    },
  })();
}

/** A plugin that provides these connections. */
export function keeping(...connections: ConnectionRef[]) {
  const group = defineGroup("vault", { title: "Vault" });
  return definePlugin(group, {
    version: "1.0.0",
    operations: [],
    provides: { connections: connectionDirectory },
    setup: () => ({
      services: {
        connections: {
          find: async ({ provider }: { provider?: string }) => connections.find((one) => one.provider === provider),
        },
      },
    }),
  })();
}
