import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import agents from "@postern/agents";
import agentx from "@postern/agentx";
import approvals from "@postern/approvals";
import audio from "@postern/audio";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import channels from "@postern/channels";
import chats from "@postern/chats";
import webConsole from "@postern/console";
import context from "@postern/context";
import { listen } from "@postern/core/server";
import { createClient, testGateway } from "@postern/core/testing";
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

/** All groups of Postern. */
export const allGroups = () =>
  [
    ...[
      context(),
      service(),
      events(),
      hooks(),
      approvals(),
      projects(),
      agents(),
      credentials(),
      chats(),
      audio(),
      calendars(),
    ],
    ...[
      widgets(),
      tasks(),
      bases(),
      prox(),
      meetings(),
      channels(),
      agentx(),
      responders(),
      rules(),
      schedules(),
      sync(),
      openapi(),
      webConsole(),
    ],
  ] as const;

/** A gateway with all groups over HTTP, its OpenAPI document and a working folder. */
export async function openGateway() {
  const folder = mkdtempSync(join(tmpdir(), "postern-clients-"));
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const { gateway, admin, stop } = await testGateway({ plugins: allGroups() });
  const { url, close } = await listen(gateway, { port: 0 });
  return {
    folder,
    url,
    key: admin.key,
    document: openapiOf(gateway.manifest, { url }),
    /** An HTTP client for the gateway or a proxy. */
    clientAt: (address: string) =>
      createClient(async ({ url, method, headers, body }) => {
        // Prism forwards a body only if its length is known.
        const text = body === null ? null : await new Response(body).text();
        return fetch(url.replace("http://localhost", address), { method, headers, body: text });
      }, admin.key),
    async stop() {
      await close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
