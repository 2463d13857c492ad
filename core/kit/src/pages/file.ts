import { createHash } from "node:crypto";

/** A file of a page, ready to be sent. */
export interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly body: string | Buffer;
  /** The same compressed with gzip, if that is worth it. */
  readonly packed?: Buffer;
}

/** A file with text of a media type such as `text/html`. */
export function pageFile(type: string, body: string | Buffer, packed?: Buffer): PageFile {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { type: `${type}; charset=utf-8`, etag: `W/"${digest}"`, body, ...(packed && { packed }) };
}

/** Answers GET and HEAD with a file: compressed if the browser accepts it, and with 304 if it has the file already. */
export function answerWithFile(
  request: Request,
  { type, etag, body, packed }: PageFile,
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ...headers, "content-type": type, etag, vary: "accept-encoding" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: all });
  const isPacked = packed !== undefined && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const encoding: Record<string, string> = isPacked ? { "content-encoding": "gzip" } : {};
  const sent = request.method === "HEAD" ? null : isPacked ? packed : body;
  return new Response(sent as ConstructorParameters<typeof Response>[0], { headers: { ...all, ...encoding } });
}
