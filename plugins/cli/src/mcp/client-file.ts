import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { Exit, Refusal } from "../exit.ts";
import type { McpClient } from "./clients.ts";

/** How a client starts the server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** The name of the server in the files of clients. */
const NAME = "postern";

/** The text of the file, if it exists. */
export const textOf = ({ file }: McpClient): string | undefined =>
  existsSync(file) ? readFileSync(file, "utf8") : undefined;

/** The entry as it is in the file, for people. */
export function entryText(client: McpClient, entry: ServerEntry): string {
  if (client.format === "toml") return tomlTable(client, entry);
  return JSON.stringify({ [client.member]: { [NAME]: jsonEntry(client, entry) } }, null, 2);
}

/** The text of the file with the entry, or without it. Everything else keeps its format. */
export function withEntry(client: McpClient, text: string | undefined, entry: ServerEntry | undefined): string {
  return client.format === "toml" ? withTable(client, text ?? "", entry) : withMember(client, text, entry);
}

/** Whether the file has the entry of this program. */
export function hasEntry(client: McpClient, text: string): boolean {
  if (client.format === "toml") return headerOf(client).test(text);
  const root = parse(text, [], { allowTrailingComma: true }) as Record<string, Record<string, unknown>> | undefined;
  return root?.[client.member]?.[NAME] !== undefined;
}

/**
 * Writes the file, and a backup of the old one beside it, whose path is returned. A text that does not change is not
 * written, so that the backup stays that of the last change. A link stays a link.
 */
export function writeFile({ file }: McpClient, text: string): string | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const target = existsSync(file) ? realpathSync(file) : file;
  if (existsSync(target) && readFileSync(target, "utf8") === text) return undefined;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const backup = existsSync(target) ? `${target}.before-postern` : undefined;
  if (backup) copyFileSync(target, backup);
  const next = `${target}.${process.pid}`;
  writeFileSync(next, text, { mode });
  renameSync(next, target);
  return backup;
}

const jsonEntry = ({ hasType }: McpClient, { command, args }: ServerEntry) => ({
  ...(hasType && { type: "stdio" }),
  command,
  args,
});

function withMember(client: McpClient, given: string | undefined, entry: ServerEntry | undefined): string {
  const text = given === undefined || given.trim() === "" ? "{}\n" : given;
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof root !== "object" || root === null || Array.isArray(root))
    throw new Refusal(`${client.file} is not a JSON object. Fix it, or add the entry by hand.`, Exit.failed);
  const [indent = "  "] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const formattingOptions = { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
  const value = entry && jsonEntry(client, entry);
  return applyEdits(text, modify(text, [client.member, NAME], value, { formattingOptions }));
}

/** A line that begins the table of this program, or a table inside it. */
const headerOf = ({ member }: McpClient): RegExp =>
  new RegExp(`^[ \\t]*\\[${member}\\.(${NAME}|"${NAME}")(\\.[^\\]]*)?\\][ \\t]*(#.*)?$`, "m");

const tomlTable = ({ member }: McpClient, { command, args }: ServerEntry): string =>
  `[${member}.${NAME}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((one) => JSON.stringify(one)).join(", ")}]\n`;

/** Replaces the lines from the header of the table to the next header of another one. */
function withTable(client: McpClient, text: string, entry: ServerEntry | undefined): string {
  const isOwn = headerOf(client);
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (/^[ \t]*\[/.test(line)) inside = isOwn.test(line);
    if (!inside) kept.push(line);
  }
  const rest = kept.join("\n").trimEnd();
  const parts = [rest, entry ? tomlTable(client, entry).trimEnd() : ""].filter((part) => part !== "");
  return parts.length > 0 ? `${parts.join("\n\n")}\n` : "";
}
