import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import tasks from "@postern/tasks";
import { onTestFinished } from "vitest";

/** A folder that is deleted after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-profiles-"));
  onTestFinished(() => {
    // Restore permissions removed by the test, so that the folder can be deleted.
    spawnSync("chmod", ["-R", "u+rwx", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A valid manifest. */
export const sound = (id: string) => ({
  version: 1,
  id,
  name: "Sound",
  description: "Nothing is wrong with it",
  templates: { brief: "brief.md" },
});

/** A gateway with a workspace and a configuration folder, and shortcuts for their catalogs. */
export async function openFixture({ plugins = [] as readonly Plugin[], folder = newFolder() } = {}) {
  const workspace = join(folder, "workspace");
  const home = join(folder, "config", "postern");
  mkdirSync(workspace, { recursive: true });
  const fixture = await testGateway({ plugins: [tasks({ workspace, home }), ...plugins] });
  onTestFinished(() => fixture.stop());
  const catalogs = { workspace: join(workspace, ".postern", "profiles"), user: join(home, "profiles") };

  async function post(id: string, body: object = {}) {
    const reply = await fixture.admin.post(`tasks.${id}`, body);
    if (reply.status !== 200) throw new Error(`${id} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  /** The problem that a call fails with. */
  async function refusal(id: string, body: object = {}) {
    const { status, body: problem } = await fixture.admin.post(`tasks.${id}`, body);
    if (status < 400) throw new Error(`${id} returned ${status}: ${JSON.stringify(problem)}`);
    return { ...problem, status };
  }
  return {
    ...fixture,
    folder,
    workspace,
    home,
    catalogs,
    post,
    refusal,
    /** Writes a file of a profile directly, as a user would. */
    write(source: "workspace" | "user", path: string, content: string | object | Buffer) {
      const file = join(catalogs[source], path);
      mkdirSync(dirname(file), { recursive: true });
      const isRaw = typeof content === "string" || Buffer.isBuffer(content);
      writeFileSync(file, isRaw ? content : JSON.stringify(content, undefined, 2));
    },
    /** Writes a valid profile with this brief. */
    profile(source: "workspace" | "user", id: string, more: object = {}, brief = "{{task.title}}\n") {
      this.write(source, `${id}/profile.json`, { ...sound(id), ...more });
      this.write(source, `${id}/brief.md`, brief);
    },
    /** The diagnostics of a profile as `code file:line:column`. */
    async faults(profileId: string) {
      const { diagnostics } = await post("profiles.validate", { profileId });
      return (diagnostics as FaultLocation[]).map(({ code, file, line, column }) =>
        line === undefined ? `${code} ${file}` : `${code} ${file}:${line}:${column}`,
      );
    },
  };
}

interface FaultLocation {
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}
