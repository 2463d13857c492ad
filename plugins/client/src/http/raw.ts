import type { RequestBody, RequestOptions, Transport } from "./transport.ts";

/** A request for a path that is not an operation. */
export interface RawRequest extends RequestOptions {
  /** `GET` by default, or `POST` with a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it is read, and never sent twice. */
  readonly body?: RequestBody;
}

/**
 * Sends a request with the key, and returns the response, whose body can be read as a stream. Answers that are not 2xx
 * are thrown. Only GET and HEAD are repeated.
 */
export async function sendRequest(
  transport: Transport,
  path: string,
  { method, headers = {}, body, ...options }: RawRequest = {},
): Promise<Response> {
  const verb = method ?? (body === undefined ? "GET" : "POST");
  const { response } = await transport.open({ path, method: verb, headers, body }, options);
  return response;
}
