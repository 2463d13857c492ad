/** A JSON-RPC message, as far as it is read here. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const VERSION = "io.modelcontextprotocol/protocolVersion";

/**
 * The headers that the protocol requires over HTTP, which a client at standard input and output does not send.
 * `negotiated` is the version that an older client agreed on.
 */
export function headersOf({ method, params = {} }: Message, negotiated: string | undefined): Record<string, string> {
  const { _meta, name, uri } = params as { _meta?: Record<string, unknown>; name?: unknown; uri?: unknown };
  const version = _meta?.[VERSION] ?? negotiated;
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  if (typeof version !== "string") return headers;
  const named =
    method === "resources/read" ? uri : method === "tools/call" || method === "prompts/get" ? name : undefined;
  return {
    ...headers,
    "mcp-protocol-version": version,
    ...(_meta?.[VERSION] !== undefined && method !== undefined && { "mcp-method": method }),
    ...(_meta?.[VERSION] !== undefined && typeof named === "string" && { "mcp-name": headerValue(named) }),
  };
}

/** Headers hold no other characters than printable ASCII: the protocol encodes the rest. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;

/** The error that answers a request which did not reach the protocol. */
export const errorFor = (id: string | number, message: string, data?: unknown): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message, ...(data !== undefined && { data }) } });
