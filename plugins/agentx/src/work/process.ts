import { stat } from "node:fs/promises";
import type { PluginContext } from "@postern/core";
import type { SessionRecord } from "../collections.ts";
import type { group } from "../group.ts";
import type { AgentConnection, AgentHandlers } from "../wire/protocol.ts";
import { type Child, startChild } from "./child.ts";
import { environmentOf, secretsIn } from "./environment.ts";
import { findProgram } from "./program.ts";
import { createRedactor } from "./redact.ts";

/** The process of an agent, and the connection to it. */
export interface Process {
  readonly child: Child;
  readonly connection: AgentConnection;
  /** Removes secrets and machine paths from the agent's output. */
  readonly redact: (text: string) => string;
  /** Why the process is ended; takes precedence over its exit status. */
  fault: string | undefined;
  /** Whether the session was created or resumed in this process. */
  isOpen: boolean;
}

/** Lines of one agent's standard error that are logged per minute. */
const MAX_LINES_PER_MINUTE = 30;

/** Starts the agent of a session. Errors carry a message for users. */
export async function startProcess(
  host: PluginContext<typeof group>,
  session: SessionRecord,
  handlers: AgentHandlers,
): Promise<Process> {
  const { agents, workspace } = host.config;
  const { agent, folder, id } = session;
  const setting = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (!setting) throw new Error(`The agent "${agent}" is no longer configured`);
  const { command, args = [], env: named = [] } = setting;
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error("The folder of the session no longer exists");
  const program = await findProgram(command, workspace);
  if (program === undefined)
    throw new Error(`The program of the agent "${agent}" was not found: see agentx.agents.list`);
  const redact = createRedactor(folder, secretsIn(named));
  const logLine = limitLines((line) =>
    host.log.info({ session: id, agent, line }, "Output of a coding agent on standard error"),
  );
  // Loaded with the first agent: the SDK is about a hundred files that other gateways never need.
  const { connectAgent } = await import("../wire/protocol.ts");
  const child = startChild({ command: program, args, cwd: folder, env: environmentOf(named), redact, onLine: logLine });
  const connection = connectAgent(child, handlers);
  return { child, connection, redact, fault: undefined, isOpen: false };
}

/** Limits the number of lines per minute. */
function limitLines(log: (line: string) => void): (line: string) => void {
  let since = 0;
  let logged = 0;
  return (line) => {
    const now = performance.now();
    if (now - since > 60_000) {
      since = now;
      logged = 0;
    }
    if (logged++ < MAX_LINES_PER_MINUTE) log(line);
  };
}
