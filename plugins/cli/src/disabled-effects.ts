import { groupCommandsOf } from "./group-commands.ts";

/** Effects beyond the commands of a group, which are easily overlooked. */
const EFFECTS: Readonly<Record<string, string>> = {
  context: "Keys cannot be derived, rotated or revoked.",
  service: "Backups are not made on a schedule.",
};

/** Commands of the program itself that call the operations of a group. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  batch: ["batch"],
  chats: ["chat"],
  events: ["chat"],
  service: ["status"],
};

/** What no longer works without a group, apart from its operations; empty for most groups. */
export function effectsOfDisabling(group: string): string {
  const commands = [...(COMMANDS[group] ?? []), ...groupCommandsOf(group).map(({ id }) => id.replaceAll(".", " "))];
  const names = new Intl.ListFormat("en").format(commands.map((name) => `"postern ${name}"`));
  const works = commands.length === 1 ? "does not work" : "do not work";
  return [EFFECTS[group], commands.length > 0 && `${names} ${works}.`].filter(Boolean).join(" ");
}
