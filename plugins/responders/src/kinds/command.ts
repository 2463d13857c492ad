import { T } from "@postern/core";
import { runProgram } from "@postern/core/process";
import { nonRetryable } from "@postern/kit/queue";
import type { ResponderKind } from "../services.ts";
import { textsOf } from "../work/history.ts";

/** A program that responders may run, as the configuration of the plugin names it. */
export interface CommandSettings {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: readonly string[];
  readonly cwd?: string;
}

const Config = T.Object({
  command: T.String({
    minLength: 1,
    maxLength: 64,
    description: "Name of a program in the setting commands of the plugin responders",
  }),
  timeoutMs: T.Optional(
    T.Integer({
      minimum: 100,
      maximum: 600_000,
      description: "Milliseconds that the program may take; 60000 by default",
    }),
  ),
});

/** Maximum length of an answer in characters. */
const MAX_ANSWER = 1_000_000;
const TIMEOUT = 60_000;

/** Runs a program for each turn. Its names come from the configuration, so that no caller can run another one. */
export const command = (commands: Readonly<Record<string, CommandSettings>>): ResponderKind<typeof Config> => ({
  id: "command",
  title: "Program",
  description:
    "Runs a program for each turn, with the turn as JSON on standard input. Its standard output is the answer.",
  config: Config,
  timeout: 11 * 60_000,
  async check({ config }) {
    return { detail: `Runs ${settingsOf(commands, config.command).command}` };
  },
  async answer({ config, responder, turn, signal }) {
    const { command: program, args = [], env = [], cwd } = settingsOf(commands, config.command);
    const input = {
      responder,
      turn: { ...turn, texts: textsOf(turn).map(({ actorId, text }) => ({ actorId, text })) },
    };
    const timeout = config.timeoutMs ?? TIMEOUT;
    const result = await runProgram(program, args, {
      input: `${JSON.stringify(input)}\n`,
      env: environmentOf(env),
      timeout,
      most: MAX_ANSWER,
      signal,
      ...(cwd !== undefined && { cwd }),
    });
    signal.throwIfAborted();
    if (result.trouble === "too long") throw new Error(`The program did not end within ${timeout} ms`);
    if (result.trouble === "too much output")
      throw nonRetryable(`The program wrote more than ${MAX_ANSWER} characters`);
    if (result.trouble instanceof Error) throw new Error(`The program could not be started: ${result.trouble.message}`);
    // What it wrote to standard error may contain secrets, so it is not shown.
    if (result.code !== 0) throw new Error(`The program ended with exit code ${result.code}`);
    const text = result.out.replace(/\r?\n$/, "");
    return text === "" ? "silent" : { text };
  },
});

function settingsOf(commands: Readonly<Record<string, CommandSettings>>, name: string): CommandSettings {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!found)
    throw nonRetryable(`No program is called "${name}": add it to the setting commands of the plugin responders`);
  return found;
}

/** Only PATH and what is named. */
function environmentOf(names: readonly string[]): Record<string, string> {
  const entries = ["PATH", ...names].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
