import { Argument, type Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import { suggestFrom } from "../completion/sources.ts";
import { FIRST_PARTY } from "../packages.ts";
import type { OwnCommand } from "./definition.ts";

const summary = "Show, edit and check the configuration, and enable and disable groups";

export const config: OwnCommand = {
  name: "config",
  add(program, { flags, io, finish }) {
    const config = program.command("config").description(summary);
    withLocalGlobals(config.command("show"))
      .description("Show the settings in use and their sources")
      .option("--json", "Print one line of JSON")
      .action((options: { json?: boolean }, command: Command) =>
        finish(command, async () => (await import("../commands/config-show.ts")).showConfig(flags, options, io)),
      );
    withLocalGlobals(config.command("edit"))
      .description("Open the configuration file in your editor (VISUAL, EDITOR), and check it afterwards")
      .option("--global", "Edit the file in your configuration folder, which applies in folders without one")
      .action((options: { global?: boolean }, command: Command) =>
        finish(command, async () => (await import("../commands/config-edit.ts")).editConfig(flags, options, io)),
      );
    withLocalGlobals(config.command("check"))
      .description("Check the configuration file and the configuration of each group")
      .option("--json", "Print one line of JSON")
      .action((options: { json?: boolean }, command: Command) =>
        finish(command, async () => (await import("../commands/config-check.ts")).checkConfig(flags, options, io)),
      );
    for (const [name, verb] of [
      ["enable", "Enable"],
      ["disable", "Disable"],
    ] as const) {
      withLocalGlobals(config.command(name))
        .description(`${verb} a group in the configuration file`)
        .addArgument(
          suggestFrom(new Argument("<group>", "The name of the group, such as tasks"), { choices: FIRST_PARTY }),
        )
        .option("--global", "Change the file in your configuration folder, which applies in folders without one")
        .option("--yes", "Do not ask for confirmation")
        .action((group: string, options: { global?: boolean; yes?: boolean }, command: Command) =>
          finish(command, async () => {
            const { switchGroup } = await import("../commands/config-switch.ts");
            return switchGroup(group, name === "enable", flags, options, io);
          }),
        );
    }
  },
};
