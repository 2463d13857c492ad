import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { knownAuthor } from "./author.ts";
import { CreateRefused, createPlugin } from "./create.ts";
import { namesOf } from "./names.ts";
import { own } from "./package-file.ts";

const HELP = `Create a plugin for Postern.

Usage: npm create @postern/plugin <group> [folder] -- [flags]

  <group>            Name of the group, such as my-group. Its operations are my-group.list and so on
  [folder]           New or empty folder for the plugin (default: named after the package)

Flags:
  --dir <folder>     Same as [folder]
  --name <name>      Name of the npm package (default: postern-<group>)
  --title <title>    Title of the group (default: derived from its name)
  --author <name>    Copyright holder (default: your name in the npm or Git configuration)
  --version          Show the version
  --help             Show this help

npm passes flags to this program only after "--".
`;

const OPTIONS = {
  dir: { type: "string" },
  name: { type: "string" },
  title: { type: "string" },
  author: { type: "string" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Runs the command and returns its exit code: 0 for success, 2 for a usage error. */
export function main(args: readonly string[], cwd: string = process.cwd()): number {
  try {
    return run(args, cwd);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof CreateRefused) && !code.startsWith("ERR_PARSE_ARGS")) throw error;
    process.stderr.write(`${message.replace(/\.$/, "")}. Run with --help to show all flags.\n`);
    return 2;
  }
}

function run(args: readonly string[], cwd: string): number {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (values.help) return print(HELP);
  if (values.version) return print(`${own.version}\n`);
  const [group, place, ...rest] = positionals;
  if (group === undefined)
    throw new CreateRefused("The name of the group is required, as in: npm create @postern/plugin my-group");
  if (rest.length > 0) throw new CreateRefused(`Unexpected argument ${JSON.stringify(rest[0])}`);
  if (place !== undefined && values.dir !== undefined)
    throw new CreateRefused(`The folder is given twice: ${JSON.stringify(place)} and ${JSON.stringify(values.dir)}`);
  const names = namesOf({ group, ...values });
  const folder = resolve(cwd, values.dir ?? place ?? (names.name.split("/").at(-1) as string));
  const author = values.author ?? knownAuthor(cwd, process.env);
  createPlugin(folder, { ...names, ...(author && { author }), year: new Date().getFullYear() });
  const shown = relative(cwd, folder) || ".";
  return print(`Created ${names.name} in ${shown}. Next steps:

${shown === "." ? "" : `  cd ${shown}\n`}  npm install
  npm test
`);
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
