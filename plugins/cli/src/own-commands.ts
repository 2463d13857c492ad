import type { Command } from "commander";
import { type GlobalFlags, withGlobals } from "./args.ts";
import type { DevFlags } from "./commands/dev.ts";
import type { StreamFlags } from "./commands/events-stream.ts";
import type { InitFlags } from "./commands/init.ts";
import type { MigrateFlags } from "./commands/migrate.ts";
import type { RestoreFlags } from "./commands/restore.ts";
import type { ServeFlags } from "./commands/serve.ts";
import type { ExitCode } from "./exit.ts";
import type { Io } from "./io.ts";
import { makeOffer, readOffer } from "./offer.ts";
import { readSettings, type Settings } from "./settings.ts";
import { ownVersion } from "./version.ts";

type Ends = (command: Command, work: () => Promise<ExitCode>) => Promise<void>;

/** Whether a command is known without asking a gateway what it offers. */
export const isOwnCommand = (word: string | undefined): boolean =>
  word !== undefined &&
  ["init", "serve", "start", "dev", "runner", "restore", "migrate", "version", "openapi", "completion"].includes(word);

/** The commands that are no operations. Each loads what it needs when it runs: the others are not to wait for it. */
export function addOwnCommands(program: Command, flags: GlobalFlags, io: Io, ends: Ends): void {
  withGlobals(program.command("init"))
    .description("Make the data folder, its store and the first key")
    .option("--force", "make another key that may do everything")
    .option("--yes", "do not ask before another key is made")
    .option("--json", "print one line of JSON")
    .action((said: InitFlags, command: Command) =>
      ends(command, async () => {
        const settings = await readSettings(flags, io);
        // Not needed to make the store, but a configuration that is wrong is told at the first chance.
        await makeOffer(settings);
        const { init } = await import("./commands/init.ts");
        return init(settings, said, io);
      }),
    );

  for (const [name, summary] of [
    ["serve", "Serve the gateway over HTTP"],
    ["start", "Serve, and first make the data folder where there is none"],
  ] as const) {
    withGlobals(program.command(name))
      .description(summary)
      .option("--host <address>", "address to serve on; 127.0.0.1 unless said")
      .option("--port <number>", "port to serve on; 4870 unless said, 0 for any free one")
      .option("--public", "allow an address that other machines reach; needs hosts in the configuration")
      .option("--cert <file>", "serve HTTPS with this certificate, in PEM format")
      .option("--key <file>", "the private key of the certificate, in PEM format")
      .option("--json", "print one line of JSON when it is ready")
      .action((said: ServeFlags, command: Command) =>
        ends(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("./commands/serve.ts");
          return commands[name](settings, await makeOffer(settings), said, io);
        }),
      );
  }

  withGlobals(program.command("dev"))
    .description("Serve a plugin while it is being written, and restart when its source changes")
    .argument("[source]", "a module like ./src/index.ts, or the folder of a package")
    .option("--host <address>", "address to serve on, also one that other machines reach; 127.0.0.1 by default")
    .option("--port <number>", "port to serve on; 4870 by default, 0 for any free one")
    .option("--https", "serve HTTPS, with a certificate that is made for this run")
    .option("--cert <file>", "serve HTTPS with this certificate, in PEM format")
    .option("--key <file>", "the private key of the certificate, in PEM format")
    .option("--open", "open the gateway in the browser")
    .option("--qr", "print a QR code of the network address")
    .option("--json", "print one line of JSON when it is ready")
    .action((source: string | undefined, said: DevFlags, command: Command) =>
      ends(command, async () => {
        const { dev } = await import("./commands/dev.ts");
        return dev(source, flags, said, io);
      }),
    );

  withGlobals(program.command("runner"))
    .description("Be the channel runner until a signal; channels start has one kept up beside the gateway")
    .action((_: object, command: Command) =>
      ends(command, async () => {
        const settings = await readSettings(flags, io);
        const { runner } = await import("./commands/runner.ts");
        return runner(settings, await makeOffer(settings));
      }),
    );

  withGlobals(program.command("restore"))
    .description("Make the store from a backup")
    .argument("<file>", "a path, or a name as service.backup answers it")
    .option("--force", "replace the store that is there; it is kept beside")
    .option("--identity-file <file>", "age identities that open an encrypted backup; - for standard input")
    .option("--passphrase-file <file>", "its passphrase; - for standard input, asked for where nothing is said")
    .option("--accept-signer <fingerprint>", "take a backup that another installation signed: this one")
    .option("--accept-unsigned", "take a backup that is not signed, as those of earlier versions")
    .option("--json", "print one line of JSON")
    .action((file: string, said: RestoreFlags, command: Command) =>
      ends(command, async () => {
        const settings = await readSettings(flags, io);
        const { restore } = await import("./commands/restore.ts");
        return restore(settings, file, said, io);
      }),
    );

  withGlobals(program.command("migrate"))
    .description("Copy a store into another, of any driver, and compare them record by record")
    .option("--from <driver:path>", "the store to copy; it stays as it is")
    .option("--to <driver:path>", "an empty one, or a place where none is yet")
    .option("--json", "print one line of JSON")
    .action((said: MigrateFlags, command: Command) =>
      ends(command, async () => {
        const settings = await readSettings(flags, io);
        const { migrate } = await import("./commands/migrate.ts");
        return migrate(settings, said, io);
      }),
    );

  withGlobals(program.command("openapi"))
    .description("Print the OpenAPI document")
    .action((_: object, command: Command) =>
      ends(command, async () => {
        const settings = await readSettings(flags, io);
        const { openapi } = await import("./commands/openapi.ts");
        return openapi((await readOffer(settings)).manifest, settings, io);
      }),
    );

  program
    .command("completion")
    .description("Print the completion script of a shell")
    .argument("<shell>", "bash, zsh or fish")
    .action((shell: string, _: object, command: Command) =>
      ends(command, async () => {
        const { completionScript } = await import("./commands/completion.ts");
        return completionScript(shell, io);
      }),
    );

  program
    .command("version")
    .description("Print the version")
    .action(() => io.out(`${ownVersion()}\n`));
}

/** `postern events stream`, beside the operations of its group: a stream is no call. */
export function addEventStream(program: Command, settings: Settings, io: Io, ends: Ends): void {
  const group = program.commands.find((command) => command.name() === "events");
  if (!group) return;
  withGlobals(group.command("stream"))
    .description("Follow what happens, as it happens")
    .option("--type <glob>", "only these: chats.message.created, * for one part, ** for any number")
    .option("--subject <id>", "only what is about this id")
    .option("--topic <name>", "only what is published on this topic")
    .option("--after <event id>", "begin after this event, not now")
    .option("--json", "one CloudEvent a line")
    .action((said: StreamFlags, command: Command) =>
      ends(command, async () => {
        const [{ streamEvents }, { untilSignal }] = await Promise.all([
          import("./commands/events-stream.ts"),
          import("./signals.ts"),
        ]);
        return streamEvents(settings, said, io, untilSignal());
      }),
    );
}
