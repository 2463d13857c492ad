import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import agents from "@postern/agents";
import agentx from "@postern/agentx";
import audio from "@postern/audio";
import bases from "@postern/bases";
import batch from "@postern/batch";
import calendars from "@postern/calendars";
import channels from "@postern/channels";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import { createGateway, type Manifest } from "@postern/core";
import credentials from "@postern/credentials";
import events from "@postern/events";
import hooks from "@postern/hooks";
import meetings from "@postern/meetings";
import openapi, { openapiOf } from "@postern/openapi";
import projects from "@postern/projects";
import prox from "@postern/prox";
import responders from "@postern/responders";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import service from "@postern/service";
import sync from "@postern/sync";
import tasks from "@postern/tasks";
import widgets from "@postern/widgets";

export const firstParty = () =>
  [
    context(),
    service(),
    events(),
    hooks(),
    projects(),
    agents(),
    credentials(),
    chats(),
    audio(),
    calendars(),
    widgets(),
    tasks(),
    bases(),
    prox(),
    responders(),
    rules(),
    schedules(),
    meetings(),
    channels(),
    agentx(),
    sync(),
    openapi(),
    webConsole(),
    batch(),
  ] as const;
export const folder = mkdtempSync(join(tmpdir(), "postern-openapi-"));

/** The faults of a document by redocly's recommended rules. */
export async function faultsIn(document: unknown, name: string): Promise<string[]> {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
  const args = [cli, "lint", file, "--extends", "recommended", "--format", "json"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; severity: string; message: string; location: { pointer: string }[] }[];
  };
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document
export const documentOf = (manifest: Manifest, url?: string): any =>
  openapiOf(manifest, url === undefined ? {} : { url });
export const { manifest } = createGateway({ plugins: firstParty() });
