import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const types: OwnCommand = {
  name: "types",
  add(program, { flags, io, finish }) {
    withGlobals(program.command("types"))
      .description("Print the TypeScript types of all operations, events and errors, for @postern/client")
      .option("--out <file>", "Write them to this file, such as api.d.ts")
      .action((options: { out?: string }, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/types.ts");
          return commands.types((await readCatalog(settings)).manifest, options.out, io);
        }),
      );
  },
};
