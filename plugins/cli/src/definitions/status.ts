import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import type { FormatFlags } from "../output/display.ts";
import { addFormatOptions } from "../output/format-options.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

const EXITS = `
Exit code: 0 if all works, also with warnings; 1 if a problem is an error, or no
gateway is running or answers; 4 if the key is not accepted.

Examples:
  # Check the gateway of this machine
  postern status
  # In cron: send mail if something is wrong
  out=$(postern status 2>&1) || echo "$out" | mail -s Postern root`;

export const status: OwnCommand = {
  name: "status",
  add(program, { flags, io, finish }) {
    const command = withGlobals(program.command("status"))
      .description("Show the status of the gateway, its plugins and its channels, with fixes for problems")
      .addHelpText("after", EXITS);
    addFormatOptions(command);
    command.action((options: FormatFlags, command: Command) =>
      finish(command, async () => {
        const commands = await import("../commands/status.ts");
        return commands.status(await readSettings(flags, io), options, io);
      }),
    );
  },
};
