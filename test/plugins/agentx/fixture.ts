import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as group from "@postern/agentx";
import type { GatewayEvent, Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

const agentx = group.default;
type Message = group.Message;
type Turn = group.Turn;

const agentFile = fileURLToPath(new URL("../../../examples/coding-agent/agent.js", import.meta.url));
const badFile = fileURLToPath(new URL("fixtures/bad-agent.mjs", import.meta.url));

/** The agent of the example, with other capabilities. */
export const demo = (...args: string[]) => ({ command: process.execPath, args: [agentFile, ...args] });
/** An agent with a fault. */
export const bad = (...args: string[]) => ({ command: process.execPath, args: [badFile, ...args] });

/** A temporary folder that is deleted after the test. */
export function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-agentx-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

type Config = NonNullable<Parameters<typeof agentx>[0]>;

export interface Options extends Config {
  readonly storage?: ReturnType<typeof memory>;
  readonly background?: boolean;
  readonly others?: readonly Plugin[];
}

/** A gateway that runs agents, in its own workspace. */
export async function openFixture({ storage = memory(), background = true, others = [], ...config }: Options = {}) {
  const workspace = config.workspace ?? newFolder();
  const plugin = agentx({ agents: { demo: demo() }, grace: 5_000, ...config, workspace });
  const fixture = await testGateway({ plugins: [plugin, ...others], storage, background });
  onTestFinished(() => fixture.stop());
  const events: GatewayEvent[] = [];
  for (const event of plugin.events) fixture.gateway.on(event, (received) => void events.push(received));

  const ask = (id: string, body: object = {}) => fixture.admin.post(`agentx.${id}`, body);
  async function post(id: string, body: object = {}) {
    const { status, body: answer } = await ask(id, body);
    if (status !== 200) throw new Error(`${id} answers ${status}: ${JSON.stringify(answer)}`);
    return answer;
  }
  const show = async (session: string) => (await post("sessions.show", { session })).session;
  return {
    ...fixture,
    storage,
    workspace,
    events,
    ask,
    post,
    show,
    types: () => events.map(({ type }) => type.replace("agentx.", "")),
    create: async (body: object = {}): Promise<string> =>
      (await post("sessions.create", { agent: "demo", execute: true, ...body })).session.id,
    send: async (session: string, prompt: string): Promise<Turn> =>
      (await post("sessions.send", { session, prompt, execute: true })).turn,
    /** Waits until the session matches. */
    async until(session: string, expected: object): Promise<group.Session & { requests: { id: string }[] }> {
      await until(async () => {
        const shown = await show(session);
        expect(shown, shown.reason).toMatchObject(expected);
      });
      return show(session);
    },
    /** Waits until the turn has ended. */
    async over(turn: Turn): Promise<Turn> {
      let found: Turn | undefined;
      await until(async () => {
        const { turns } = await post("turns.list", { session: turn.session, limit: "500" });
        found = turns.find(({ id }: Turn) => id === turn.id);
        expect(found?.finishedAt).toEqual(expect.any(Number));
      });
      return found as Turn;
    },
    messages: async (session: string): Promise<Message[]> =>
      (await post("sessions.messages", { session, limit: "500" })).messages,
    /** The messages of a session, one line each. */
    async said(session: string): Promise<string[]> {
      const { messages } = await post("sessions.messages", { session, limit: "500" });
      return messages.map(({ kind, text, tool }: Message) => `${kind}: ${text ?? `${tool?.title} ${tool?.status}`}`);
    },
  };
}

/** Whether a process is running. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
