import type { Command } from "commander";
import { withLocalGlobals } from "../args.ts";
import { buildCatalog } from "../catalog.ts";
import type { ServeFlags } from "../commands/serve.ts";
import { readSettings } from "../settings.ts";
import type { OwnCommand } from "./definition.ts";

const defineServing = (name: "serve" | "start", summary: string): OwnCommand => ({
  name,
  add(program, { flags, io, finish }) {
    withLocalGlobals(program.command(name))
      .description(summary)
      .option("--host <address>", "Address to listen on (default: 127.0.0.1)")
      .option("--port <number>", "Port to listen on, 0 for any free port (default: 4870)")
      .option("--public", "Allow an address that other machines can reach (requires hosts in the configuration)")
      .option("--cert <file>", "Serve HTTPS with this certificate, in PEM format")
      .option("--key <file>", "Private key of the certificate, in PEM format")
      .option("--log-file [path]", "Also write the log to a file (default: logs/gateway.log in the data folder)")
      .option("--open", "Open the console in the browser, signed in")
      .option("--json", "Print one line of JSON when the gateway is ready")
      .action((options: ServeFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("../commands/serve.ts");
          return commands[name](settings, await buildCatalog(settings), options, io);
        }),
      );
  },
});

export const serve = defineServing("serve", "Serve the gateway over HTTP");
export const start = defineServing("start", "Serve the gateway, and create the data folder if it does not exist");
