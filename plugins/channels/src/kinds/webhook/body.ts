import { isUtf8 } from "node:buffer";
import { gatewayErrors } from "@postern/core";

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

/** What is said in a body; only JSON in UTF-8 is read. */
export function contentIn(headers: Headers, bytes: Buffer): Record<string, unknown> {
  const type = headers.get("content-type") ?? "";
  if (headers.has("content-encoding") || !/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type))
    throw gatewayErrors.UnsupportedMediaType({});
  if (!isUtf8(bytes)) throw gatewayErrors.InvalidJson({ reason: "it is not valid UTF-8" });
  const content = parsed(bytes.toString());
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw gatewayErrors.InvalidJson({ reason: "it must be an object" });
  return content as Record<string, unknown>;
}

/** The parser's own message quotes what people wrote. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw gatewayErrors.InvalidJson({ reason: "it is no JSON" });
  }
}
