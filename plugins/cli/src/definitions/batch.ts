import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import type { BatchFlags } from "../commands/batch.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const batch: OwnCommand = {
  name: "batch",
  add(program, { flags, io, finish }) {
    withGlobals(program.command("batch"))
      .description("Make many calls in one request, one per line of a file")
      .option(
        "--file <file>",
        'Calls as lines of JSON: {"id", "operation", "input"}; standard input by default, or with -',
      )
      .option("--execute", 'Execute the plans of all lines without "execute" (default: only show them)')
      .addHelpText(
        "after",
        "\nPrints one line of JSON per call, in the order in which they finish. The exit code is 0 if every line succeeded,\n" +
          "3 if some only showed their plan, and 1 if any failed. Give each line an idempotencyKey to repeat the file safely.",
      )
      .action((options: BatchFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/batch.ts");
          return commands.batch(settings, await readCatalog(settings), options, io);
        }),
      );
  },
};
