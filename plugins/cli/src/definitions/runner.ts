import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import { buildCatalog } from "../catalog.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const runner: OwnCommand = {
  name: "runner",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("runner"))
      .description('Run the channel runner in the foreground ("postern channels start" runs it in the background)')
      .option("--stop", "Stop the runner of the data folder; the next gateway that serves the folder starts it again")
      .action(({ stop }: { stop?: boolean }, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          if (stop) return (await import("../commands/runner-stop.ts")).stopRunner(settings);
          const commands = await import("../commands/runner.ts");
          return commands.runner(settings, await buildCatalog(settings));
        }),
      );
  },
};
