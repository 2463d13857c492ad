import { ownVersion } from "../version.ts";
import type { OwnCommand } from "./definition.ts";

export const version: OwnCommand = {
  name: "version",
  add(program, { io }) {
    program
      .command("version")
      .description("Print the version")
      .action(() => io.out(`${ownVersion()}\n`));
  },
};
