import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import agents from "@postern/agents";
import agentx from "@postern/agentx";
import approvals from "@postern/approvals";
import audio from "@postern/audio";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import chats from "@postern/chats";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import events from "@postern/events";
import hooks from "@postern/hooks";
import meetings from "@postern/meetings";
import projects from "@postern/projects";
import prox from "@postern/prox";
import responders from "@postern/responders";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import service from "@postern/service";
import sync from "@postern/sync";
import tasks from "@postern/tasks";
import widgets from "@postern/widgets";

const agentFile = fileURLToPath(new URL("../../../examples/coding-agent/agent.js", import.meta.url));

/** A gateway with every group, whose plugins do nothing in the background except running coding agents. */
export async function openGateway() {
  const folder = mkdtempSync(join(tmpdir(), "postern-lists-"));
  const workspace = join(folder, "workspace");
  mkdirSync(join(workspace, "widgets"), { recursive: true });
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const demo = { command: process.execPath, args: [agentFile] };
  const plugins = [
    agents(),
    agentx({ agents: { demo }, workspace }),
    approvals(),
    audio(),
    bases(),
    calendars(),
    channels({ role: "gateway" }),
    irc(),
    chats(),
    context(),
    credentials({ backend: "vault", vault, env: ["VOICE_KEY"] }),
    events(),
    hooks({ hooksPrivate: true }),
    meetings(),
    projects(),
    prox(),
    responders(),
    rules(),
    schedules(),
    service(),
    sync(),
    tasks({ workspace }),
    widgets({ workspace }),
  ];
  const fixture = await testGateway({ plugins, background: true });

  async function post(id: string, body: object = {}, headers: Record<string, string> = {}) {
    const reply = await fixture.admin.post(id, body, headers);
    if (reply.status !== 200 && reply.status !== 202)
      throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  async function stop() {
    await fixture.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { manifest: fixture.gateway.manifest, post, stop };
}
