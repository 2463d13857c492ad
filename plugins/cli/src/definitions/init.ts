import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import { buildCatalog } from "../catalog.ts";
import type { InitFlags } from "../commands/init.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const init: OwnCommand = {
  name: "init",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("init"))
      .description("Create the data folder, its store and the first key")
      .option("--force", "Create another admin key")
      .option("--yes", "Do not ask for confirmation")
      .option("--json", "Print one line of JSON")
      .action((options: InitFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          // Not needed to create the store, but reports an invalid configuration early.
          await buildCatalog(settings);
          const commands = await import("../commands/init.ts");
          return commands.init(settings, options, io);
        }),
      );
  },
};
