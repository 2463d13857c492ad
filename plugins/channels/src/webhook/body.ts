import { gatewayErrors, parseBody } from "@postern/core";

const LIMIT = 2 ** 20;

/** The bytes of a request, or 413 before more than a mebibyte of them is kept. */
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

/** The object in a body, read as the bodies of operations are. */
export function contentIn(headers: Headers, bytes: Buffer): Record<string, unknown> {
  if (headers.has("content-encoding")) throw gatewayErrors.UnsupportedMediaType({});
  return parseBody(bytes, LIMIT, headers.get("content-type") ?? undefined);
}
