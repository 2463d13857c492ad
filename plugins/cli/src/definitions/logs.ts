import { Argument, type Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import type { LogsFlags } from "../commands/logs.ts";
import type { LogSource } from "../log/log-entry.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const logs: OwnCommand = {
  name: "logs",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("logs"))
      .description("Show the logs of the gateway and the channel runner")
      .addArgument(new Argument("[source]", "Only the log of the gateway or the runner").choices(["gateway", "runner"]))
      .option("--follow", "Print further lines until Ctrl-C")
      .option("--lines <number>", "Number of lines to print first (default: 100)")
      .option("--json", "Print one object of JSON per line")
      .action((source: LogSource | undefined, options: LogsFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const [commands, { untilSignal }] = await Promise.all([
            import("../commands/logs.ts"),
            import("../signals.ts"),
          ]);
          return commands.logs(settings, source, options, io, untilSignal());
        }),
      );
  },
};
