import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { GatewayOptions, Plugin } from "@postern/core";
import { listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import mcp from "@postern/mcp";
import memory from "@postern/storage-memory";
import { onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";

const info = { name: "test", version: "1.0.0" };
const MODERN = "2026-07-28";

/** The result of a tool. */
export interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  readonly structuredContent?: any;
}

/** The problem in the text of a result that is an error. */
export const problemIn = ({ content }: Result) => JSON.parse(content[0]?.text ?? "null");

export interface Options {
  plugins?: readonly Plugin[];
  config?: Parameters<typeof mcp>[0];
  options?: Partial<GatewayOptions<readonly Plugin[]>>;
}

/** A served gateway with the MCP plugin, until `close`. */
export async function serveMcp({ plugins = [notesPlugin()], config = {}, options = {} }: Options = {}) {
  const fixture = await testGateway({ plugins: [mcp(config), ...plugins], storage: memory(), ...options });
  const door = await listen(fixture.gateway, { port: 0 });
  const url = `http://127.0.0.1:${door.port}/mcp`;
  const opened: { close(): Promise<void> }[] = [];

  /** A client of the current version of the library. */
  async function connect({
    key = fixture.admin.key,
    query = "",
    mode = { pin: MODERN } as VersionNegotiationMode,
    more = {} as ConstructorParameters<typeof Client>[1],
  } = {}) {
    const client = new Client(info, { versionNegotiation: { mode }, ...more });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url + query), { requestInit }));
    opened.push(client);
    return client;
  }

  /** A client of the library's first version, which speaks 2025-11-25. */
  async function connectOlder({ key = fixture.admin.key, query = "" } = {}) {
    const client = new OlderClient(info);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new OlderTransport(new URL(url + query), { requestInit }));
    opened.push(client);
    return client;
  }

  /** Sends bytes as an MCP client would. */
  const send = (body: string | object, headers: Record<string, string> = {}, query = "") =>
    fetch(url + query, {
      method: "POST",
      headers: {
        authorization: `Bearer ${fixture.admin.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  const close = async () => {
    for (const client of opened) await client.close().catch(() => {});
    await door.close({ grace: 0 });
    await fixture.stop();
  };
  return { ...fixture, door, url, connect, connectOlder, send, close };
}

/** Like `serveMcp`, until the test has finished. */
export async function servedMcp(options?: Options) {
  const fixture = await serveMcp(options);
  onTestFinished(fixture.close);
  return fixture;
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
export const bodyOf = async (response: Response): Promise<any> => response.json();

/** Calls a tool. */
export const call = (
  client: { callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown> },
  name: string,
  given: Record<string, unknown> = {},
) => client.callTool({ name, arguments: given }) as Promise<Result>;
