import type { Command } from "commander";
import { withGlobals } from "../args.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const open: OwnCommand = {
  name: "open",
  add(program, { flags, io, finish }) {
    withGlobals(program.command("open"))
      .description("Open the start page of the gateway in the browser")
      .action((_: object, command: Command) =>
        finish(command, async () => {
          const { openStartPage } = await import("../commands/open.ts");
          return openStartPage(await readSettings(flags, io), io);
        }),
      );
  },
};
