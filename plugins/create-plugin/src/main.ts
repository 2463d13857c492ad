import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { knownAuthor } from "./author.ts";
import { CreateRefused, createPlugin } from "./create.ts";
import { namesOf } from "./names.ts";
import { own } from "./package-file.ts";

const HELP = `Make a plugin for Postern.

Usage: npm create @postern/plugin <group> [folder] -- [flags]

  <group>            name of the group, like my-group: its operations are my-group.list and so on
  [folder]           where to write it: a new or empty folder; named like the package by default

Flags:
  --dir <folder>     the same as [folder]
  --name <name>      name of the npm package; postern-<group> by default
  --title <title>    what people read; the name of the group by default
  --author <name>    who holds the copyright; the name that npm or git knows by default
  --version          show the version of this program
  --help             show this help

npm passes flags on only after "--".
`;

const OPTIONS = {
  dir: { type: "string" },
  name: { type: "string" },
  title: { type: "string" },
  author: { type: "string" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Runs the command; answers its exit code: 0 done, 2 called wrongly. */
export function main(args: readonly string[], cwd: string = process.cwd()): number {
  try {
    return run(args, cwd);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof CreateRefused) && !code.startsWith("ERR_PARSE_ARGS")) throw error;
    process.stderr.write(`${message.replace(/\.$/, "")}. Show all flags with --help\n`);
    return 2;
  }
}

function run(args: readonly string[], cwd: string): number {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (values.help) return print(HELP);
  if (values.version) return print(`${own.version}\n`);
  const [group, place, ...rest] = positionals;
  if (group === undefined) throw new CreateRefused("Name the group, like: npm create @postern/plugin my-group");
  if (rest.length > 0) throw new CreateRefused(`There is nothing to do with ${JSON.stringify(rest[0])}`);
  if (place !== undefined && values.dir !== undefined)
    throw new CreateRefused(`The folder is named twice: ${JSON.stringify(place)} and ${JSON.stringify(values.dir)}`);
  const names = namesOf({ group, ...values });
  const folder = resolve(cwd, values.dir ?? place ?? (names.name.split("/").at(-1) as string));
  const author = values.author ?? knownAuthor(cwd, process.env);
  createPlugin(folder, { ...names, ...(author && { author }), year: new Date().getFullYear() });
  const shown = relative(cwd, folder) || ".";
  return print(`Made ${names.name} in ${shown}. Next:

${shown === "." ? "" : `  cd ${shown}\n`}  npm install
  npm test
`);
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
