import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import type { DevFlags } from "../commands/dev.ts";
import type { OwnCommand } from "./definition.ts";

export const dev: OwnCommand = {
  name: "dev",
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command("dev"))
      .description("Serve a plugin during development, and restart when its source changes")
      .argument("[source]", "A module such as ./src/index.ts, or the folder of a package")
      .option("--host <address>", "Address to listen on; other machines may reach it (default: 127.0.0.1)")
      .option("--port <number>", "Port to listen on, 0 for any free port (default: 4870)")
      .option("--https", "Serve HTTPS with a certificate generated for this run")
      .option("--cert <file>", "Serve HTTPS with this certificate, in PEM format")
      .option("--key <file>", "Private key of the certificate, in PEM format")
      .option("--open", "Open the gateway in the browser")
      .option("--qr", "Print a QR code of the network address")
      .option("--json", "Print one line of JSON when the gateway is ready")
      .action((source: string | undefined, options: DevFlags, command: Command) =>
        finish(command, async () => {
          const commands = await import("../commands/dev.ts");
          return commands.dev(source, flags, options, io);
        }),
      );
  },
};
