import { CORE_VERSION, createGateway, type Manifest, type OperationEntry } from "@postern/core";
import { Command, Option } from "commander";
import { type CallFlags, call } from "./commands/call.ts";
import { completion } from "./commands/completion.ts";
import { init } from "./commands/init.ts";
import { openapi } from "./commands/openapi.ts";
import { serve, start } from "./commands/serve.ts";
import { connect } from "./connection.ts";
import { Exit, type ExitCode } from "./exit.ts";
import { type Flag, fieldValue, flagsOf, spelledAsFields } from "./flags.ts";
import { loadPlugins } from "./groups.ts";
import type { Io } from "./io.ts";
import { type GlobalFlags, readSettings } from "./settings.ts";

/** Builds the command tree from the manifest and runs what `args` ask for. */
export async function runProgram(args: readonly string[], io: Io): Promise<ExitCode> {
  const settings = await readSettings(globalFlagsIn(args), io);
  const plugins = await loadPlugins(settings);
  const { manifest } = createGateway({ plugins });
  let exit: ExitCode = Exit.done;
  const ends = async (work: Promise<ExitCode>): Promise<void> => {
    exit = await work;
  };

  const program = withGlobals(new Command("postern").description("A local gateway for agent runtimes."))
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.note })
    .showSuggestionAfterError();
  ownCommand(program, "init", "Make the data folder, its store and the first key")
    .option("--force", "make another key that may do everything")
    .action((flags) => ends(init(settings, flags, io)));
  ownCommand(program, "serve", "Serve the gateway over HTTP").action((flags) =>
    ends(serve(settings, plugins, flags, io)),
  );
  ownCommand(program, "start", "Serve, and first make the data folder where there is none").action((flags) =>
    ends(start(settings, plugins, flags, io)),
  );
  program
    .command("version")
    .description("Print the version")
    .action(() => io.out(`${CORE_VERSION}\n`));
  program
    .command("openapi")
    .description("Print the OpenAPI document")
    .action(() => ends(openapi(manifest, settings, io)));
  const run = (operation: OperationEntry, fields: Record<string, unknown>, flags: CallFlags) =>
    ends(
      connect(settings, async () => plugins).then(async (connection) => {
        try {
          return await call(connection, operation, fields, flags, io);
        } finally {
          await connection.close();
        }
      }),
    );
  addOperations(program, manifest, run);
  if (args[0] === "completion" || args[0] === "complete") return completion(program, args, io);
  program.command("completion <shell>").description("Print the completion script for bash, zsh or fish");

  const fields = new Set(manifest.operations.flatMap((operation) => flagsOf(operation).map(({ field }) => field)));
  await program.parseAsync(spelledAsFields(args, fields), { from: "user" });
  return exit;
}

/** What must be known before the commands are: where the configuration and the data are. */
function globalFlagsIn(args: readonly string[]): GlobalFlags {
  const reader = withGlobals(
    new Command().allowUnknownOption().allowExcessArguments().helpOption(false).exitOverride(),
  );
  reader.configureOutput({ writeErr: () => {} }).parse([...args], { from: "user" });
  return reader.opts<GlobalFlags>();
}

function withGlobals(command: Command): Command {
  return command
    .option("--data <folder>", "data folder (POSTERN_DATA)")
    .option("--gateway <url>", "a gateway that runs elsewhere (POSTERN_URL)")
    .option("--config-file <file>", "configuration instead of postern.config.ts, .js or .json")
    .option("--store <driver:path>", "where the records lie: lmdb:<folder>, memory:, or any unstorage driver")
    .option("--host <address>", "address to serve on")
    .option("--port <number>", "port to serve on, 0 for any free one")
    .option("--public", "allow an address that other machines reach; needs hosts in the configuration");
}

function ownCommand(program: Command, name: string, summary: string): Command {
  return program.command(name).description(summary).option("--json", "print one line of JSON");
}

type Run = (operation: OperationEntry, fields: Record<string, unknown>, flags: CallFlags) => Promise<void>;

/** One command an operation: `chats.messages.create` is `postern chats messages create`. */
function addOperations(program: Command, manifest: Manifest, run: Run): void {
  const titles = new Map(manifest.groups.map(({ name, title, description }) => [name, description ?? title]));
  const known = new Map<string, Command>([["", program]]);
  const commandFor = (words: readonly string[]): Command => {
    const path = words.join(" ");
    let command = known.get(path);
    if (!command) {
      const summary = words.length === 1 ? (titles.get(path) ?? "") : `${path} …`;
      command = commandFor(words.slice(0, -1))
        .command(words.at(-1) as string)
        .description(summary);
      known.set(path, command);
    }
    return command;
  };
  for (const operation of manifest.operations) addOperation(commandFor(operation.id.split(".")), operation, run);
}

function addOperation(command: Command, operation: OperationEntry, run: Run): void {
  const flags = flagsOf(operation);
  command.description(operation.summary).allowExcessArguments(false);
  for (const flag of flags) command.addOption(optionOf(flag));
  command
    .option("--json", "print the answer as it came")
    .option("--input <file>", "the whole body as JSON; - for standard input");
  if (operation.kind === "command") {
    command
      .option("--dry-run", "show the plan and do nothing")
      .option("--plan <digest>", "run exactly the plan with this digest")
      .option("--idempotency-key <key>", "do it once, however often it is sent");
  }
  if (operation.dryRun !== "never") command.option("--execute", "do it; without this the plan is shown");
  command.action(async (given: Record<string, unknown>) => {
    const { json, input, execute, dryRun, plan, idempotencyKey, ...rest } = given as CallFlags &
      Record<string, unknown>;
    const own = flags.some(({ field }) => field === "idempotencyKey");
    const fields = Object.fromEntries(
      Object.entries({ ...rest, ...(own && { idempotencyKey }) }).filter(
        ([name, value]) => value !== undefined && flags.some(({ field }) => field === name),
      ),
    );
    await run(operation, fields, { json, input, execute, dryRun, plan, ...(!own && { idempotencyKey }) } as CallFlags);
  });
}

function optionOf(flag: Flag): Option {
  const { field, kind, description, required } = flag;
  const told = required ? `${description}${description ? "; " : ""}required` : description;
  const option = new Option(`--${field} ${kind === "boolean" ? "[true|false]" : "<value>"}`, told);
  // The name as it is: left alone, `--no…` would be read as the opposite of another field.
  option.attributeName = () => field;
  option.negate = false;
  return option.argParser((text: string, before: unknown) => fieldValue(flag, text, before));
}
