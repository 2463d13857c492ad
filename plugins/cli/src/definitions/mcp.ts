import { Argument, type Command, Option } from "commander";
import { withGlobals } from "../args.ts";
import { readCatalog } from "../catalog.ts";
import type { McpFlags } from "../commands/mcp.ts";
import type { InstallFlags } from "../commands/mcp-install.ts";
import { CLIENT_NAMES } from "../mcp/clients.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

const GROUPS = ["--groups <names>", "Only operations of these groups, separated by commas"] as const;
const mode = () =>
  new Option("--mode <mode>", "One tool for each operation, or six tools for all of them").choices([
    "tools",
    "compact",
  ]);
const client = () => new Argument("<client>", "The client to configure").choices(CLIENT_NAMES);

export const mcp: OwnCommand = {
  name: "mcp",
  add(program, { flags, io, finish }) {
    const serve = withGlobals(program.command("mcp"))
      .description("Serve an MCP client at standard input and output, and configure clients")
      .addOption(new Option("--client <name>", "Use the key that was saved for this client").choices(CLIENT_NAMES))
      .option(...GROUPS)
      .addOption(mode())
      .addOption(new Option("--detail <detail>", "Level of detail of the tool list").choices(["brief", "full"]))
      .action((options: McpFlags, command: Command) =>
        finish(command, async () => {
          const { serveMcp } = await import("../commands/mcp.ts");
          return serveMcp(await readSettings(flags, io), options, io);
        }),
      );
    withGlobals(serve.command("install"))
      .description("Configure an MCP client with its own key, by default read-only")
      .addArgument(client())
      .option("--scopes <grants>", "The grants of its key, separated by commas (default: reading all groups)")
      .option(...GROUPS)
      .addOption(mode())
      .option("--execute", "Write the configuration (default: show it)")
      .action((name: string, options: InstallFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const { installMcp } = await import("../commands/mcp-install.ts");
          return installMcp(name, { ...serve.opts(), ...options }, settings, await readCatalog(settings), io);
        }),
      );
    withGlobals(serve.command("uninstall"))
      .description("Remove the configuration of an MCP client, and revoke its key")
      .addArgument(client())
      .option("--execute", "Remove it (default: show what would be removed)")
      .action((name: string, options: InstallFlags, command: Command) =>
        finish(command, async () => {
          const { uninstallMcp } = await import("../commands/mcp-install.ts");
          const settings = await readSettings(flags, io);
          return uninstallMcp(name, options, settings, await readCatalog(settings), io);
        }),
      );
  },
};
