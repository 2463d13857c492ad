import { fileURLToPath } from "node:url";
import type { Manifest } from "@postern/core";
import { keyFor } from "../connection.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { entryText, hasEntry, type ServerEntry, textOf, withEntry, writeFile } from "../mcp/client-file.ts";
import { type McpClient, mcpClients } from "../mcp/clients.ts";
import { problemText } from "../output/problem.ts";
import { ownHeaders } from "../own-headers.ts";
import { type Channel, remote } from "../remote.ts";
import { removeKey, savedKey, savedKeysFile, saveKey } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";
import { trustFor } from "../trust.ts";
import { parsed } from "./call.ts";
import { addressOf } from "./mcp.ts";

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
  manifest: Manifest,
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
  const channel = channelWith(keyFor(settings), settings);
  const refused = await saveDerived(client, scopes, settings, channel, io);
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
    const refused = await revoke(key, settings, io);
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

/** This program with the same folder, by absolute paths. The key is not in the file: it is found by the client's name. */
function entryOf({ name }: McpClient, { groups, mode }: InstallFlags, { data, gateway }: Settings): ServerEntry {
  const script = fileURLToPath(new URL("../bin/postern.js", import.meta.url));
  const options = Object.entries({ data, gateway, groups, mode }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, value],
  );
  return { command: process.execPath, args: [script, "mcp", "--client", name, ...options] };
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

function channelWith(key: string, settings: Settings): Channel {
  const url = addressOf(settings);
  return remote(url, ownHeaders(key, settings), trustFor(url, settings.data));
}

/** Calls an operation. Prints its problem and returns the exit code if it is refused. */
async function call(channel: Channel, path: string, input: object, io: Io) {
  const headers = { "content-type": "application/json" };
  const { status, text } = await channel.send(`/api/v1/${path}`, { body: JSON.stringify(input), headers });
  const answer = parsed(text);
  if (status === 200 && answer) return { answer };
  io.note(await problemText(answer, status, async () => "The gateway does not accept the key"));
  return { exit: exitOf(status, answer), status };
}

async function saveDerived(client: McpClient, scopes: string[], settings: Settings, channel: Channel, io: Io) {
  const before = savedKey(settings.home, settings.data, programOf(client));
  const { answer, exit } = await call(channel, "context/derive", { label: `MCP: ${client.title}`, scopes }, io);
  if (!answer) return exit;
  saveKey(settings.home, settings.data, String(answer.key), programOf(client));
  return before === undefined ? undefined : revoke(before, settings, io);
}

/** Revokes a key. One that the gateway no longer accepts is revoked already. */
async function revoke(key: string, settings: Settings, io: Io): Promise<ExitCode | undefined> {
  const silent = { ...io, note: () => {} };
  const { answer, status, exit } = await call(channelWith(key, settings), "context/whoami", {}, silent);
  if (!answer) return status === 401 ? undefined : exit;
  const { id } = answer.context as { id: string };
  return (await call(channelWith(keyFor(settings), settings), "context/revoke", { id, execute: true }, io)).exit;
}
