import { createInterface } from "node:readline";
import { quoted } from "@postern/client/command-line";
import { keyFor } from "../connection.ts";
import { Exit, type ExitCode, Refusal, Unreachable } from "../exit.ts";
import type { Io } from "../io.ts";
import { createProxy } from "../mcp/proxy.ts";
import { ownHeaders } from "../own-headers.ts";
import { remote } from "../remote.ts";
import { runningGateway } from "../running.ts";
import { savedKey, savedKeysFile } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";
import { trustFor } from "../trust.ts";

export interface McpFlags {
  client?: string;
  groups?: string;
  mode?: string;
  detail?: string;
}

/** Serves one MCP client at standard input and output, until its input ends. Nothing else is written to standard output. */
export async function serveMcp(settings: Settings, flags: McpFlags, io: Io): Promise<ExitCode> {
  const key = keyOf(settings, flags.client);
  const { groups, mode, detail } = flags;
  const options = new URLSearchParams();
  for (const [name, value] of Object.entries({ groups, mode, detail })) if (value) options.set(name, value);
  const query = options.toString();
  const proxy = createProxy({
    path: query === "" ? "/mcp" : `/mcp?${query}`,
    connect() {
      const url = addressOf(settings);
      return remote(url, ownHeaders(key, settings), trustFor(url, settings.data));
    },
    write: (line) => io.write(`${line}\n`),
  });
  const lines = createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line.trim() !== "") proxy.receive(line);
  await proxy.end();
  return Exit.done;
}

/** The address of the gateway, which has to run: a client may stay connected for days. */
export function addressOf({ gateway, data }: Settings): string {
  const url = gateway ?? runningGateway(data)?.url;
  if (url !== undefined) return url;
  throw new Unreachable(`No gateway serves ${data}. Start it with "postern start --data ${quoted(data)}".`);
}

/** The key that was saved for a client, otherwise the key of all commands. */
function keyOf(settings: Settings, client: string | undefined): string {
  const { home, data, token } = settings;
  if (client === undefined || token !== undefined) return keyFor(settings);
  const key = savedKey(home, data, `mcp-${client}`);
  if (key !== undefined) return key;
  throw new Refusal(
    `${savedKeysFile(home)} has no key for ${client} and ${data}. Run "postern mcp install ${client} --execute".`,
    Exit.notPermitted,
  );
}
