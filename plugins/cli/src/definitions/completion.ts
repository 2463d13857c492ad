import { Argument, type Command } from "commander";
import { SCRIPTS } from "../completion/scripts.ts";
import { Exit } from "../exit.ts";
import type { OwnCommand } from "./definition.ts";

export const completion: OwnCommand = {
  name: "completion",
  add(program, { io, finish }) {
    program
      .command("completion")
      .description("Print the completion script for a shell")
      .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(Object.keys(SCRIPTS)))
      .action((shell: string, _: object, command: Command) =>
        finish(command, async () => {
          io.out(SCRIPTS[shell] ?? "");
          return Exit.done;
        }),
      );
  },
};
