import type { Command } from "commander";
import { type GlobalFlags, withGlobals, withLocalGlobals } from "./args.ts";
import { buildCatalog, readCatalog } from "./catalog.ts";
import type { BatchFlags } from "./commands/batch.ts";
import type { ChatFlags } from "./commands/chat.ts";
import type { DevFlags } from "./commands/dev.ts";
import type { StreamFlags } from "./commands/events-stream.ts";
import type { InitFlags } from "./commands/init.ts";
import type { MigrateFlags } from "./commands/migrate.ts";
import type { RestoreFlags } from "./commands/restore.ts";
import type { ServeFlags } from "./commands/serve.ts";
import type { ExitCode } from "./exit.ts";
import type { Io } from "./io.ts";
import { readSettings, type Settings } from "./settings.ts";
import { ownVersion } from "./version.ts";

type Finish = (command: Command, work: () => Promise<ExitCode>) => Promise<void>;

/** Whether a command exists without the operations of a gateway. */
export const isOwnCommand = (word: string | undefined): boolean =>
  word !== undefined &&
  [
    "init",
    "serve",
    "start",
    "dev",
    "runner",
    "restore",
    "migrate",
    "batch",
    "chat",
    "version",
    "openapi",
    "completion",
  ].includes(word);

/** Adds the commands that are not operations. Each loads its modules only when it runs, to keep the others fast. */
export function addOwnCommands(program: Command, flags: GlobalFlags, io: Io, finish: Finish): void {
  withLocalGlobals(program.command("init"))
    .description("Create the data folder, its store and the first key")
    .option("--force", "Create another admin key")
    .option("--yes", "Do not ask for confirmation")
    .option("--json", "Print one line of JSON")
    .action((options: InitFlags, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        // Not needed to create the store, but reports an invalid configuration early.
        await buildCatalog(settings);
        const { init } = await import("./commands/init.ts");
        return init(settings, options, io);
      }),
    );

  for (const [name, summary] of [
    ["serve", "Serve the gateway over HTTP"],
    ["start", "Serve the gateway, and create the data folder if it does not exist"],
  ] as const) {
    withLocalGlobals(program.command(name))
      .description(summary)
      .option("--host <address>", "Address to listen on (default: 127.0.0.1)")
      .option("--port <number>", "Port to listen on, 0 for any free port (default: 4870)")
      .option("--public", "Allow an address that other machines can reach (requires hosts in the configuration)")
      .option("--cert <file>", "Serve HTTPS with this certificate, in PEM format")
      .option("--key <file>", "Private key of the certificate, in PEM format")
      .option("--json", "Print one line of JSON when the gateway is ready")
      .action((options: ServeFlags, command: Command) =>
        finish(command, async () => {
          const settings = await readSettings(flags, io);
          const commands = await import("./commands/serve.ts");
          return commands[name](settings, await buildCatalog(settings), options, io);
        }),
      );
  }

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
        const { dev } = await import("./commands/dev.ts");
        return dev(source, flags, options, io);
      }),
    );

  withLocalGlobals(program.command("runner"))
    .description('Run the channel runner in the foreground ("postern channels start" runs it in the background)')
    .action((_: object, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        const { runner } = await import("./commands/runner.ts");
        return runner(settings, await buildCatalog(settings));
      }),
    );

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
    .option("--accept-unsigned", "Accept a backup without a signature, such as one of an earlier version")
    .option("--json", "Print one line of JSON")
    .action((file: string, options: RestoreFlags, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        const { restore } = await import("./commands/restore.ts");
        return restore(settings, file, options, io);
      }),
    );

  withLocalGlobals(program.command("migrate"))
    .description("Copy a store to another storage driver and compare every record")
    .option("--from <driver:path>", "Store to copy; it is not changed")
    .option("--to <driver:path>", "Destination; must be empty or not exist yet")
    .option("--json", "Print one line of JSON")
    .action((options: MigrateFlags, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        const { migrate } = await import("./commands/migrate.ts");
        return migrate(settings, options, io);
      }),
    );

  withGlobals(program.command("batch"))
    .description("Make many calls in one request, one per line of a file")
    .option(
      "--file <file>",
      'Calls as lines of JSON: {"id", "operation", "input"}; standard input by default, or with -',
    )
    .option("--execute", "Execute the plans of all lines that do not say it (default: only show them)")
    .addHelpText(
      "after",
      "\nPrints one line of JSON per call, in the order in which they finish. The exit code is 0 if every line succeeded,\n" +
        "3 if some only showed their plan, and 1 if any failed. Give each line an idempotencyKey to repeat the file safely.",
    )
    .action((options: BatchFlags, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        const { batch } = await import("./commands/batch.ts");
        return batch(settings, await readCatalog(settings), options, io);
      }),
    );

  withGlobals(program.command("chat"))
    .description("Converse in a chat: its last messages, new ones as they arrive, and what you type")
    .argument("<chat>", "Title or id of the chat")
    .option("--actor <name>", "Your name (default: the name of your key)")
    .option("--history <number>", "Number of older messages to show (default: 20)")
    .option("--create", "Create the chat if it does not exist")
    .option("--no-color", "Print without colors")
    .action((name: string, options: ChatFlags, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        const { chat } = await import("./commands/chat.ts");
        return chat(settings, await readCatalog(settings), name, options, io);
      }),
    );

  withGlobals(program.command("openapi"))
    .description("Print the OpenAPI document")
    .action((_: object, command: Command) =>
      finish(command, async () => {
        const settings = await readSettings(flags, io);
        const { openapi } = await import("./commands/openapi.ts");
        return openapi((await readCatalog(settings)).manifest, settings, io);
      }),
    );

  program
    .command("completion")
    .description("Print the completion script for a shell")
    .argument("<shell>", "bash, zsh or fish")
    .action((shell: string, _: object, command: Command) =>
      finish(command, async () => {
        const { completionScript } = await import("./commands/completion.ts");
        return completionScript(shell, io);
      }),
    );

  program
    .command("version")
    .description("Print the version")
    .action(() => io.out(`${ownVersion()}\n`));
}

/** Adds `postern events stream` to its group: a stream is not an operation. */
export function addEventStream(program: Command, settings: Settings, io: Io, finish: Finish): void {
  const group = program.commands.find((command) => command.name() === "events");
  if (!group) return;
  withGlobals(group.command("stream"))
    .description("Follow events as they happen")
    .option(
      "--type <glob>",
      "Only events of this type, such as chats.message.created; * matches one part, ** any number",
    )
    .option("--subject <id>", "Only events about this id")
    .option("--topic <name>", "Only events published on this topic")
    .option("--after <event id>", "Start after this event (default: now)")
    .option("--json", "Print one CloudEvent per line, as JSON")
    .action((options: StreamFlags, command: Command) =>
      finish(command, async () => {
        const [{ streamEvents }, { untilSignal }] = await Promise.all([
          import("./commands/events-stream.ts"),
          import("./signals.ts"),
        ]);
        return streamEvents(settings, options, io, untilSignal());
      }),
    );
}
