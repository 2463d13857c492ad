import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import type { MigrateFlags } from "../commands/migrate.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const migrate: OwnCommand = {
  name: "migrate",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("migrate"))
      .description("Copy a store to another storage driver and compare every record")
      .option("--from <driver:path>", "Store to copy; it is not changed")
      .option("--to <driver:path>", "Destination; must be empty or not exist yet")
      .option("--json", "Print one line of JSON")
      .action((options: MigrateFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/migrate.ts");
          return commands.migrate(settings, options, io);
        }),
      );
  },
};
