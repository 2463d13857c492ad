import type { Manifest } from "@postern/core";
import type { Catalog } from "../catalog.ts";
import { connect, keyFor } from "../connection.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { entryText, hasEntry, type ServerEntry, textOf, withEntry, writeFile } from "../mcp/client-file.ts";
import { type McpClient, mcpClients } from "../mcp/clients.ts";
import { problemText } from "../output/problem.ts";
import { ownProgram } from "../own-program.ts";
import { removeKey, savedKey, savedKeysFile, saveKey } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";
import { parsed } from "./call.ts";

export interface InstallFlags {
  scopes?: string;
  groups?: string;
  mode?: string;
  execute?: boolean;
}

const programOf = ({ name }: McpClient): string => `mcp-${name}`;

/** Adds the server to the configuration of a client, with a key of its own. Without `execute` it only shows both. */
export async function installMcp(
  name: string,
  flags: InstallFlags,
  settings: Settings,
  { manifest, plugins }: Catalog,
  io: Io,
): Promise<ExitCode> {
  const client = clientOf(name, io);
  const entry = entryOf(client, flags, settings);
  const before = textOf(client);
  const after = withEntry(client, before, entry);
  const scopes = scopesFor(flags, manifest);
  io.out(`file: ${client.file}\n${entryText(client, entry)}\n`);
  io.out(`key: ${savedKeysFile(settings.home)}, with ${scopes.join(", ")}\n`);
  if (!flags.execute) {
    io.note(`Nothing was changed. Repeat the command with --execute.\n`);
    return Exit.planned;
  }
  const refused = await saveDerived(client, scopes, { settings, plugins, io });
  if (refused !== undefined) return refused;
  const backup = writeFile(client, after);
  io.note(`${client.title} is configured.${backup ? ` The old file is ${backup}.` : ""} Restart it.\n`);
  return Exit.done;
}

/** Removes the server from the configuration of a client, and revokes its key. */
export async function uninstallMcp(
  name: string,
  { execute }: Pick<InstallFlags, "execute">,
  settings: Settings,
  { plugins }: Catalog,
  io: Io,
): Promise<ExitCode> {
  const client = clientOf(name, io);
  const { home, data } = settings;
  const text = textOf(client);
  const key = savedKey(home, data, programOf(client));
  const isListed = text !== undefined && hasEntry(client, text);
  if (!isListed && key === undefined)
    throw new Refusal(`${client.title} is not configured: ${client.file}`, Exit.failed);
  if (isListed) io.out(`file: ${client.file}, without the server "postern"\n`);
  if (key !== undefined) io.out(`key: revoked, and removed from ${savedKeysFile(home)}\n`);
  if (!execute) {
    io.note("Nothing was changed. Repeat the command with --execute.\n");
    return Exit.planned;
  }
  if (key !== undefined) {
    const refused = await revoke(key, { settings, plugins, io });
    if (refused !== undefined) return refused;
    removeKey(home, data, programOf(client));
  }
  if (isListed) writeFile(client, withEntry(client, text, undefined));
  io.note(`${client.title} is no longer configured. Restart it.\n`);
  return Exit.done;
}

function clientOf(name: string, { env }: Io): McpClient {
  const found = mcpClients(env).find((one) => one.name === name);
  if (!found) throw new Refusal(`Unknown client "${name}"`);
  return found;
}

/** This program with the same folder. The key is not in the file: it is found by the client's name. */
function entryOf({ name }: McpClient, { groups, mode }: InstallFlags, { data, gateway }: Settings): ServerEntry {
  const options = Object.entries({ data, gateway, groups, mode }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, value],
  );
  const [command, ...args] = ownProgram();
  return { command, args: [...args, "mcp", "--client", name, ...options] };
}

/** Reading all groups that can be read, or those that were asked for. */
function scopesFor({ scopes, groups }: InstallFlags, { operations }: Manifest): string[] {
  if (scopes !== undefined) return [...new Set(scopes.split(",").map((one) => one.trim()))];
  const wanted = groups?.split(",");
  const read = operations.filter(
    ({ group, scope }) => scope === `${group}:read` && (wanted === undefined || wanted.includes(group)),
  );
  const found = [...new Set([...read.map(({ scope }) => scope)])];
  if (found.length === 0) throw new Refusal(`No operation of ${groups ?? "this gateway"} can be read`);
  return found;
}

/** What a call to the gateway needs. */
interface Place extends Pick<Catalog, "plugins"> {
  readonly settings: Settings;
  readonly io: Io;
}

/** Calls an operation with a key. Prints its problem and returns the exit code if it is refused. */
async function call(key: string, path: string, input: object, { settings, plugins, io }: Place) {
  const connection = await connect({ ...settings, token: key }, plugins);
  try {
    const headers = { "content-type": "application/json" };
    const { status, text } = await connection.send(`/api/v1/${path}`, { body: JSON.stringify(input), headers });
    const answer = parsed(text);
    if (status === 200 && answer) return { answer };
    io.note(await problemText(answer, status, connection.refusedKey));
    return { exit: exitOf(status, answer), status };
  } finally {
    await connection.close();
  }
}

async function saveDerived(client: McpClient, scopes: string[], place: Place) {
  const { home, data } = place.settings;
  const before = savedKey(home, data, programOf(client));
  const input = { label: `MCP: ${client.title}`, scopes };
  const { answer, exit } = await call(keyFor(place.settings), "context/derive", input, place);
  if (!answer) return exit;
  saveKey(home, data, String(answer.key), programOf(client));
  return before === undefined ? undefined : revoke(before, place);
}

/** Revokes a key. One that the gateway no longer accepts is revoked already. */
async function revoke(key: string, place: Place): Promise<ExitCode | undefined> {
  const silent = { ...place, io: { ...place.io, note: () => {} } };
  const { answer, status, exit } = await call(key, "context/whoami", {}, silent);
  if (!answer) return status === 401 ? undefined : exit;
  const { id } = answer.context as { id: string };
  return (await call(keyFor(place.settings), "context/revoke", { id, execute: true }, place)).exit;
}
