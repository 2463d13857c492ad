import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import type { MigrateFlags } from "../commands/migrate.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const migrate: OwnCommand = {
  name: "migrate",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("migrate"))
      .description("Copy a store, its large values or both to another place, and compare every record and value")
      .option("--from <driver:path>", "Store to copy; it is not changed")
      .option("--to <driver:path>", "Destination; must be empty or not exist yet")
      .option("--blobs-from <place>", "Place of the large values to copy; by default the one in the settings")
      .option("--blobs-to <place>", "Destination of the large values: files, s3:<URL of a bucket> or postgres:<URL>")
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
