import { Refusal } from "./exit.ts";

/** Where large values are: in the data folder, in a bucket, or in a database. */
export interface BlobPlace {
  readonly kind: "files" | "s3" | "postgres";
  /** Empty for files. */
  readonly url: string;
}

interface Placed {
  readonly blobs?: string;
  readonly store?: string;
}

export const BLOB_PLACES =
  '"files", "s3:<URL of a bucket>" without an access key, such as "s3:https://s3.example/bucket", or "postgres:<URL>"';

const BUCKET = /^s3:(https?:\/\/[^@]*)$/;
const DATABASE = /^postgres(?:ql)?:(?:\/\/.+|postgres(?:ql)?:\/\/.+)?$/;
const DATABASE_URL = /postgres(?:ql)?:\/\/.*$/;

/** Whether a setting names a place. An access key in the URL is refused: URLs are shown, logged and saved. */
export const isBlobPlace = (text: string): boolean => text === "files" || BUCKET.test(text) || DATABASE.test(text);

/**
 * Reads the setting. The default is the data folder, but for a store in PostgreSQL it is the same database: another
 * gateway on another machine would not find the files.
 */
export function readBlobPlace({ blobs, store = "" }: Placed): BlobPlace {
  const text = blobs ?? (DATABASE.test(store) ? "postgres:" : "files");
  if (text === "files") return { kind: "files", url: "" };
  const bucket = BUCKET.exec(text)?.[1];
  if (bucket !== undefined) return { kind: "s3", url: bucket };
  if (text.startsWith("s3:") && text.includes("@"))
    throw new Refusal(
      "The URL in blobs must not contain an access key. Set POSTERN_S3_ACCESS_KEY_ID and POSTERN_S3_SECRET_ACCESS_KEY.",
    );
  if (!DATABASE.test(text)) throw new Refusal(`blobs must be ${BLOB_PLACES}, not ${JSON.stringify(shownText(text))}`);
  const url = DATABASE_URL.exec(text)?.[0] ?? DATABASE_URL.exec(store)?.[0];
  if (url === undefined)
    throw new Refusal('"postgres:" without a URL requires a store in PostgreSQL. Use postgres://user@host/database.');
  return { kind: "postgres", url };
}

/** The place in messages, without a password in its URL. */
export function shownBlobs(placed: Placed): string {
  const { kind, url } = readBlobPlace(placed);
  if (kind === "files") return "files";
  return shownText(kind === "s3" ? `s3:${url}` : url);
}

const shownText = (text: string): string =>
  text.replace(/\/\/[^/]*@/g, "//").replace(/([?&][^=&]*(?:pass|token|secret|key)[^=&]*=)[^&]*/gi, "$1…");
