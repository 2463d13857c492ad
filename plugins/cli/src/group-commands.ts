import type { Command } from "commander";
import { approvalsReview } from "./definitions/approvals-review.ts";
import type { CommandSetting, GroupCommand } from "./definitions/definition.ts";
import { eventsStream } from "./definitions/events-stream.ts";
import { serviceInstall, serviceUninstall, serviceUnit } from "./definitions/service-unit.ts";
import type { Settings } from "./settings.ts";

/** The commands of groups that are not operations. */
const OF_GROUPS: readonly GroupCommand[] = [
  approvalsReview,
  eventsStream,
  serviceInstall,
  serviceUninstall,
  serviceUnit,
];

/** The commands of a group that are not operations, for its list of commands. */
export const groupCommandsOf = (name: string): GroupCommand[] => OF_GROUPS.filter(({ group }) => group === name);

export function addGroupCommands(program: Command, settings: Settings, setting: CommandSetting): void {
  for (const definition of OF_GROUPS) {
    const group = program.commands.find((command) => command.name() === definition.group);
    if (group) definition.add(group, settings, setting);
  }
}
