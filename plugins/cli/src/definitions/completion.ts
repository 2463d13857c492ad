import type { Command } from "commander";
import type { OwnCommand } from "./definition.ts";

export const completion: OwnCommand = {
  name: "completion",
  add(program, { io, finish }) {
    program
      .command("completion")
      .description("Print the completion script for a shell")
      .argument("<shell>", "bash, zsh or fish")
      .action((shell: string, _: object, command: Command) =>
        finish(command, async () => {
          const { completionScript } = await import("../commands/completion.ts");
          return completionScript(shell, io);
        }),
      );
  },
};
