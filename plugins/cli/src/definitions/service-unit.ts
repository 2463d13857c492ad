import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import type { ServiceFlags } from "../commands/service-install.ts";
import type { GroupCommand } from "./definition.ts";

const NAME = ["--name <name>", "Name of the service", "postern"] as const;

export const serviceInstall: GroupCommand = {
  ...{ group: "service", id: "service.install", summary: "Run the gateway as a service of your user" },
  add(group, settings, { flags, io, finish }) {
    withLocalGlobals(group.command("install"))
      .description(
        `${serviceInstall.summary}\n\nWrites a systemd user unit or a launchd agent with the settings in use, and starts it. Install it again after the settings have changed.`,
      )
      .option(...NAME)
      .option("--dry-run", "Print the file without writing it")
      .option("--yes", "Overwrite a file with other content without confirmation")
      .action((options: ServiceFlags, command: Command) =>
        finish(command, async () => {
          const { installService } = await import("../commands/service-install.ts");
          return installService(settings, { ...options, ...(flags.store && { store: flags.store }) }, io);
        }),
      );
  },
};

export const serviceUninstall: GroupCommand = {
  ...{ group: "service", id: "service.uninstall", summary: "Stop and remove the service of the gateway" },
  add(group, settings, { io, finish }) {
    withLocalGlobals(group.command("uninstall"))
      .description(serviceUninstall.summary)
      .option(...NAME)
      .option("--yes", "Remove a file that was written by another program without confirmation")
      .action((options: ServiceFlags, command: Command) =>
        finish(command, async () => {
          const { uninstallService } = await import("../commands/service-install.ts");
          return uninstallService(settings, options, io);
        }),
      );
  },
};

export const serviceUnit: GroupCommand = {
  ...{ group: "service", id: "service.unit", summary: "Show the installed service, its state and its log" },
  add(group, settings, { flags, io, finish }) {
    withLocalGlobals(group.command("unit"))
      .description(serviceUnit.summary)
      .option(...NAME)
      .option("--json", "Print one line of JSON")
      .action((options: ServiceFlags, command: Command) =>
        finish(command, async () => {
          const { showUnit } = await import("../commands/service-install.ts");
          return showUnit(settings, { ...options, ...(flags.store && { store: flags.store }) }, io);
        }),
      );
  },
};
