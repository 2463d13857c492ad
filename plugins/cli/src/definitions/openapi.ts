import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const openapi: OwnCommand = {
  name: "openapi",
  add(program, { flags, io, finish }) {
    withGlobals(program.command("openapi"))
      .description("Print the OpenAPI document")
      .action((_: object, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/openapi.ts");
          return commands.openapi((await readCatalog(settings)).manifest, settings, io);
        }),
      );
  },
};
