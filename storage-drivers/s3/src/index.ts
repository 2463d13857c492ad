import { type BlobStorage, StoreUnavailable } from "@postern/core/storage";
import type { Answer, Method } from "./answer.ts";
import { errorCodeOf, failureOf } from "./failure.ts";
import { listPath, MAX_LIST_BYTES, readPage } from "./list.ts";
import { listAll } from "./list-all.ts";
import { pathOf, readPlace } from "./place.ts";
import { type Credentials, createSender } from "./send.ts";

export type { Credentials } from "./send.ts";

export interface S3Options extends Credentials {
  /** The URL of the server, the bucket and a prefix: `https://s3.example/bucket/prefix?region=eu-north-1`. */
  readonly url: string;
  /** The region if the URL names none; us-east-1 by default. */
  readonly region?: string;
  /** The longest time without progress, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
}

const DIGEST = /:([0-9a-f]{64})$/;

/**
 * Opens the large values in a bucket. Nothing is sent before the first call. A value is durable when `setItemRaw`
 * resolves, and readers see all of it or none. All methods fail with `StoreUnavailable`, which names the server and the
 * bucket, and never a secret.
 */
export function openBlobs({ url, region, timeoutMs = 30_000, ...credentials }: S3Options): BlobStorage & {
  dispose(): Promise<void>;
} {
  const place = readPlace(url, region);
  const { send, close } = createSender(place, credentials, timeoutMs);

  /** Undefined if the object does not exist. A bucket that does not exist is an error. */
  async function found(method: Method, key: string): Promise<Answer | undefined> {
    const answer = await send(method, pathOf(place, key));
    if (answer.status >= 200 && answer.status < 300) return answer;
    // The answer to HEAD has no body, and so no code.
    if (answer.status === 404 && (method === "HEAD" || errorCodeOf(answer.body) === "NoSuchKey")) return undefined;
    throw failureOf(place, method, answer);
  }

  async function list(base: string, next: string | undefined) {
    const answer = await send("GET", listPath(place, base, next), undefined, MAX_LIST_BYTES);
    if (answer.status !== 200) throw failureOf(place, "GET", answer);
    return readPage(place, answer.body).catch(notS3);
  }

  function notS3(error: unknown): never {
    if (error instanceof StoreUnavailable) throw error;
    throw new StoreUnavailable("failed", `${(error as Error).message}. Is ${place.endpoint.host} an S3 server?`);
  }

  return {
    async getItemRaw(key) {
      return (await found("GET", key))?.body ?? null;
    },
    async setItemRaw(key, value) {
      // The name of a value is its digest, with which the server checks what arrived.
      const sha256 = DIGEST.exec(key)?.[1];
      const answer = await send("PUT", pathOf(place, key), { bytes: value, ...(sha256 !== undefined && { sha256 }) });
      if (answer.status !== 200 && answer.status !== 201) throw failureOf(place, "PUT", answer);
    },
    async removeItem(key) {
      await found("DELETE", key);
    },
    getKeys: async (base = "") => listAll((next) => list(base, next)).catch(notS3),
    async getMeta(key) {
      const answer = await found("HEAD", key);
      if (answer === undefined) return {};
      const { "content-length": size, "last-modified": written } = answer.headers;
      return {
        ...(size !== undefined && { size: Number(size) }),
        ...(written !== undefined && { mtime: new Date(written) }),
      };
    },
    dispose: async () => close(),
  };
}
