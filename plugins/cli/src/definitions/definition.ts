import type { Command } from "commander";
import type { GlobalFlags } from "../args.ts";
import type { ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../settings.ts";

/** What a command needs to run. */
export interface CommandSetting {
  readonly flags: GlobalFlags;
  readonly io: Io;
  /** Runs the work of a command and keeps its exit code. */
  finish(command: Command, work: () => Promise<ExitCode>): Promise<void>;
}

/** A command that is not an operation. It loads its modules only when it runs, to keep the others fast. */
export interface OwnCommand {
  readonly name: string;
  add(program: Command, setting: CommandSetting): void;
}

/** A command that is not an operation and belongs to a group of operations. */
export interface GroupCommand {
  readonly group: string;
  /** Shown in the list of the group's commands. */
  readonly id: string;
  readonly summary: string;
  add(group: Command, settings: Settings, setting: CommandSetting): void;
}
