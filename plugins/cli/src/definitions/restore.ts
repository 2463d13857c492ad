import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import type { RestoreFlags } from "../commands/restore.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

export const restore: OwnCommand = {
  name: "restore",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("restore"))
      .description("Restore the store from a backup")
      .argument("<file>", 'A path, or a name printed by "postern service backup"')
      .option("--force", "Replace the existing store, which is kept under another name")
      .option("--identity-file <file>", "File with age identities to decrypt the backup, or - for standard input")
      .option(
        "--passphrase-file <file>",
        "File with the passphrase of the backup, or - for standard input; prompted for by default",
      )
      .option("--accept-signer <fingerprint>", "Accept a backup signed by the installation with this fingerprint")
      .option("--accept-unsigned", "Accept a backup without a signature, for example from an earlier version")
      .option("--json", "Print one line of JSON")
      .action((file: string, options: RestoreFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/restore.ts");
          return commands.restore(settings, file, options, io);
        }),
      );
  },
};
