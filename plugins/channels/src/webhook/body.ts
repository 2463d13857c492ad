import { gatewayErrors, parseBody } from "@postern/core";

const LIMIT = 2 ** 20;

/** The bytes of a request. Throws 413 before more than 1 MiB is buffered. */
export async function bytesOf(request: Request): Promise<Buffer> {
  const tooLarge = () => gatewayErrors.BodyTooLarge({ limit: LIMIT });
  if (Number(request.headers.get("content-length") ?? 0) > LIMIT) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The object in a body, parsed like the bodies of operations. */
export function contentIn(headers: Headers, bytes: Buffer): Record<string, unknown> {
  if (headers.has("content-encoding")) throw gatewayErrors.UnsupportedMediaType({});
  return parseBody(bytes, LIMIT, headers.get("content-type") ?? undefined);
}
