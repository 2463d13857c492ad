import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const open: OwnCommand = {
  name: "open",
  add(program, { flags, io, finish }) {
    withGlobals(program.command("open"))
      .description("Open the console of the gateway in the browser, signed in")
      .option("--print", "Print the address instead; it signs in once, within five minutes")
      .action((options: { print?: boolean }, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const { openConsole } = await import("../commands/open.ts");
          return openConsole(settings, await readCatalog(settings), options, io);
        }),
      );
  },
};
