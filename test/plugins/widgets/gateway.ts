import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import context from "@postern/context";
import type { GatewayOptions, Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import memory from "@postern/storage-memory";
import widgets from "@postern/widgets";
import { onTestFinished } from "vitest";

export const page = (body = "<p>Hello</p>") =>
  `<!doctype html>\n<html lang="en"><head><title>Hello</title></head><body>${body}</body></html>\n`;

/** A folder that is removed after the test. */
export function newWorkspace(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-widgets-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes files to a folder. `undefined` creates an empty folder. */
export function write(folder: string, files: Readonly<Record<string, string | Uint8Array | undefined>>): void {
  for (const [path, content] of Object.entries(files)) {
    const place = join(folder, path);
    mkdirSync(content === undefined ? place : dirname(place), { recursive: true });
    if (content !== undefined) writeFileSync(place, content);
  }
}

interface Options extends Partial<GatewayOptions<readonly Plugin[]>> {
  readonly project?: string;
  readonly alone?: boolean;
  readonly address?: string;
}

/** A gateway with a workspace. `post` fails the test if the call is rejected. */
export async function openGateway({ project, alone = false, address, ...options }: Options = {}) {
  const workspace = newWorkspace();
  const plugin = widgets({ workspace, ...(address !== undefined && { address }) });
  const plugins = alone ? [plugin] : [plugin, context(), projects(project === undefined ? {} : { project })];
  const setup = await testGateway<readonly Plugin[]>({ plugins, storage: memory(), ...options });
  onTestFinished(() => setup.stop());
  const ask = (verb: string, body: object, client: Client = setup.admin) => client.post(`widgets.${verb}`, body);
  async function post(verb: string, body: object, client?: Client) {
    const reply = await ask(verb, body, client);
    if (reply.status !== 200) throw new Error(`${verb} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  return {
    ...setup,
    workspace,
    ask,
    post,
    /** Writes a folder, publishes it and returns the answer. */
    publish(dir: string, files: Parameters<typeof write>[1], more: object = {}) {
      write(join(workspace, dir), files);
      return post("publish", { dir, execute: true, ...more });
    },
    /** The codes and positions of the diagnostics of a folder. */
    async faults(files: Parameters<typeof write>[1]): Promise<string[]> {
      const dir = `faulty-${Math.random().toString(36).slice(2)}`;
      write(join(workspace, dir), files);
      const { diagnostics } = await post("check", { dir });
      return diagnostics.map(
        ({ code, severity, file, line, column }: Record<string, unknown>) =>
          `${severity} ${code} ${file}${line === undefined ? "" : `:${line}:${column}`}`,
      );
    },
  };
}
