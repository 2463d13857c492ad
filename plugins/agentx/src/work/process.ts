import { stat } from "node:fs/promises";
import type { PluginContext } from "@postern/core";
import type { SessionRecord } from "../collections.ts";
import type { group } from "../group.ts";
import type { Asking, Line } from "../wire/protocol.ts";
import { type Child, startChild } from "./child.ts";
import { discreetFor } from "./discreet.ts";
import { environmentOf, secretsIn } from "./environment.ts";
import { findProgram } from "./program.ts";

/** The process of an agent, and the line to it. */
export interface Process {
  readonly child: Child;
  readonly line: Line;
  /** Makes words of the agent fit to be told. */
  readonly discreet: (text: string) => string;
  /** Why we end it, where that is known better here than from how it ends. */
  fault: string | undefined;
  /** Whether the session was begun, or come back to, in this very process. */
  isOpen: boolean;
}

/** Lines of one agent's standard error that are logged in each minute. */
const MOST_LOGGED = 30;

/** Starts the agent of a session; throws in plain words why it cannot be. */
export async function startProcess(
  host: PluginContext<typeof group>,
  session: SessionRecord,
  asking: Asking,
): Promise<Process> {
  const { agents, workspace } = host.config;
  const { agent, folder, id } = session;
  const setting = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (!setting) throw new Error(`The agent ${agent} is not configured any more`);
  const { command, args = [], env: named = [] } = setting;
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw new Error("Its folder is not there any more");
  const program = await findProgram(command, workspace);
  if (program === undefined) throw new Error(`The program of ${agent} is not there: see agentx.agents.list`);
  const discreet = discreetFor(folder, secretsIn(named));
  const hear = createEar((line) => host.log.info({ session: id, agent, line }, "A coding agent writes to its log"));
  // Loaded with the first agent: a hundred files that whoever starts none never needs.
  const { speakTo } = await import("../wire/protocol.ts");
  const child = startChild({ command: program, args, cwd: folder, env: environmentOf(named), discreet, hear });
  const line = speakTo(child, asking);
  return { child, line, discreet, fault: undefined, isOpen: false };
}

/** Lets so many lines through in each minute. */
function createEar(tell: (line: string) => void): (line: string) => void {
  let since = 0;
  let told = 0;
  return (line) => {
    const now = performance.now();
    if (now - since > 60_000) {
      since = now;
      told = 0;
    }
    if (told++ < MOST_LOGGED) tell(line);
  };
}
