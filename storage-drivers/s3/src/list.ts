import { setImmediate } from "node:timers/promises";
import type { Place } from "./place.ts";
import { createXmlReader } from "./xml.ts";

/** A part of a listing, as `ListObjectsV2` returns it. */
export interface ListPage {
  readonly keys: string[];
  /** Continues the listing; undefined at its end. */
  readonly next: string | undefined;
}

/** More than a thousand names take, each of 1,024 encoded bytes. */
export const MAX_LIST_BYTES = 16 * 2 ** 20;
const PIECE = 64 * 1024;

/** Other objects in the bucket are not ours, such as a file that a person put there. */
const NAME = /^[a-z][a-z0-9_-]*:[0-9a-f]{2}:[0-9a-f]{64}$/;

/** The path that lists the objects below `base`, a group, or all of them. */
export function listPath({ bucket, prefix }: Place, base: string, next: string | undefined): string {
  const below = base === "" ? prefix : `${prefix}${base.replaceAll(":", "/")}/`;
  const query = new URLSearchParams({ "list-type": "2", "encoding-type": "url", "max-keys": "1000", prefix: below });
  if (next !== undefined) query.set("continuation-token", next);
  // In a signed query a space is "%20".
  return `/${bucket}?${query.toString().replaceAll("+", "%20")}`;
}

/** Reads a page. Objects that are not large values of Postern are left out. */
export async function readPage({ prefix }: Place, body: Uint8Array): Promise<ListPage> {
  const keys: string[] = [];
  let isListing = false;
  let isTruncated = false;
  let token = "";
  const reader = createXmlReader((path, text) => {
    if (path === "ListBucketResult/Contents/Key") {
      const object = decoded(text);
      const key = object.slice(prefix.length).replaceAll("/", ":");
      if (object.startsWith(prefix) && NAME.test(key)) keys.push(key);
    } else if (path === "ListBucketResult/IsTruncated") isTruncated = text.trim() === "true";
    else if (path === "ListBucketResult/NextContinuationToken") token = text;
    else if (path === "ListBucketResult") isListing = true;
  });
  const xml = Buffer.from(body).toString();
  for (let at = 0; at < xml.length; at += PIECE) {
    // Other work gets its turn.
    if (at > 0) await setImmediate();
    reader.write(xml.slice(at, at + PIECE));
  }
  reader.end();
  if (!isListing) throw new Error("The answer is not a listing of S3");
  if (isTruncated && token === "") throw new Error("The listing of S3 is truncated, but cannot be continued");
  return { keys, next: isTruncated ? token : undefined };
}

/** As requested by `encoding-type`; a name that is not encoded correctly is not ours. */
function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll("+", " "));
  } catch {
    return "";
  }
}
