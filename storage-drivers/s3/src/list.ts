import type { Place } from "./place.ts";

/** A part of a listing, as `ListObjectsV2` returns it. */
export interface ListPage {
  readonly keys: string[];
  /** Continues the listing; undefined at its end. */
  readonly next: string | undefined;
}

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
export function readPage({ prefix }: Place, body: Uint8Array): ListPage {
  const xml = Buffer.from(body).toString();
  if (!xml.includes("<ListBucketResult")) throw new Error("The answer is not a listing of S3");
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].flatMap(([, encoded = ""]) => {
    const object = decoded(encoded);
    const key = object.slice(prefix.length).replaceAll("/", ":");
    return object.startsWith(prefix) && NAME.test(key) ? [key] : [];
  });
  const [, token = ""] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml) ?? [];
  const isTruncated = /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml);
  if (isTruncated && token === "") throw new Error("The listing of S3 is truncated, but cannot be continued");
  return { keys, next: isTruncated ? unescapeXml(token) : undefined };
}

/** As requested by `encoding-type`; a name that is not encoded correctly is not ours. */
function decoded(encoded: string): string {
  try {
    return decodeURIComponent(unescapeXml(encoded).replaceAll("+", " "));
  } catch {
    return "";
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
