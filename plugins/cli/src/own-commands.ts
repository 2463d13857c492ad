import type { Command } from "commander";
import { batch } from "./definitions/batch.ts";
import { chat } from "./definitions/chat.ts";
import { completion } from "./definitions/completion.ts";
import { config } from "./definitions/config.ts";
import type { CommandSetting, OwnCommand } from "./definitions/definition.ts";
import { dev } from "./definitions/dev.ts";
import { init } from "./definitions/init.ts";
import { logs } from "./definitions/logs.ts";
import { mcp } from "./definitions/mcp.ts";
import { migrate } from "./definitions/migrate.ts";
import { open } from "./definitions/open.ts";
import { openapi } from "./definitions/openapi.ts";
import { restore } from "./definitions/restore.ts";
import { runner } from "./definitions/runner.ts";
import { serve, start } from "./definitions/serve.ts";
import { status } from "./definitions/status.ts";
import { types } from "./definitions/types.ts";
import { version } from "./definitions/version.ts";

/** The commands that are not operations, in the order of the help. */
const OWN: readonly OwnCommand[] = [
  init,
  serve,
  start,
  dev,
  runner,
  restore,
  migrate,
  config,
  status,
  logs,
  open,
  chat,
  batch,
  mcp,
  openapi,
  types,
  completion,
  version,
];

/** Whether a command exists without the operations of a gateway. */
export const isOwnCommand = (word: string | undefined): boolean => OWN.some(({ name }) => name === word);

export function addOwnCommands(program: Command, setting: CommandSetting): void {
  for (const command of OWN) command.add(program, setting);
}
