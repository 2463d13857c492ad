import { Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { Answer, Method } from "./answer.ts";
import { unreachable } from "./failure.ts";
import type { Place } from "./place.ts";
import { readBody } from "./read-body.ts";

/** An access key. The token belongs to temporary keys. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface Content {
  readonly bytes: Uint8Array;
  /** In hexadecimal. The server refuses other content. */
  readonly sha256?: string;
}

export interface Sender {
  /** Fails if the answer is longer than `maxBytes`, 2 GiB by default. */
  send(method: Method, path: string, content?: Content, maxBytes?: number): Promise<Answer>;
  close(): void;
}

const ATTEMPTS = 4;
const FIRST_RETRY_MS = 100;
const CONNECTIONS = 16;
/** Of one attempt, so that a server that sends a byte now and then cannot hold a request forever. */
const ATTEMPT_MS = 10 * 60_000;
const PART_BYTES = 256 * 1024;
const RETRIED = new Set([429, 500, 502, 503, 504]);

/**
 * Sends signed requests, and repeats those that fail for a passing reason: every request may be repeated. `timeoutMs`
 * limits the time without progress. Node's own client is used, because `fetch` copies each body and has no such limit.
 */
export function createSender(place: Place, credentials: Credentials, timeoutMs: number): Sender {
  const isSecure = place.endpoint.protocol === "https:";
  const options = { keepAlive: true, maxSockets: CONNECTIONS };
  const agent = isSecure ? new SecureAgent(options) : new Agent(options);
  // Signing keys, which change every day.
  let signingKeys = { day: "", cache: new Map<string, ArrayBuffer>() };

  function cacheOfToday(): Map<string, ArrayBuffer> {
    const day = new Date().toISOString().slice(0, 10);
    if (signingKeys.day !== day) signingKeys = { day, cache: new Map() };
    return signingKeys.cache;
  }

  async function attempt(method: Method, path: string, content?: Content, maxBytes?: number): Promise<Answer> {
    const target = new URL(path, place.endpoint);
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url: target.href,
      headers: content?.sha256 === undefined ? {} : { "x-amz-content-sha256": content.sha256 },
      service: "s3",
      region: place.region,
      cache: cacheOfToday(),
    });
    const signed = await signer.sign();
    const headers = {
      ...Object.fromEntries(signed.headers),
      ...(method === "PUT" && {
        "content-length": content?.bytes.byteLength ?? 0,
        "content-type": "application/octet-stream",
      }),
    };
    return new Promise((resolve, reject) => {
      const timedOut = () => sent.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" }));
      const limit = setTimeout(timedOut, ATTEMPT_MS);
      const finish = async (response: IncomingMessage) => {
        const { statusCode: status = 0, headers } = response;
        if (method !== "HEAD") return resolve({ status, headers, body: await readBody(response, maxBytes) });
        // Some servers send a body in spite of HEAD, which is an error of the connection and not of the answer.
        resolve({ status, headers, body: Buffer.alloc(0) });
        response.resume();
      };
      const request = isSecure ? requestHttps : requestHttp;
      const sent = request(signed.url, { method, headers, agent, timeout: timeoutMs });
      sent
        .on("timeout", timedOut)
        .on("response", (response) => void finish(response).catch(reject))
        .on("error", reject)
        .on("close", () => clearTimeout(limit));
      Readable.from(partsOf(content?.bytes)).pipe(sent);
    });
  }

  return {
    async send(method, path, content, maxBytes) {
      for (let tried = 1; ; tried++) {
        const isLast = tried === ATTEMPTS;
        try {
          const answer = await attempt(method, path, content, maxBytes);
          if (isLast || !RETRIED.has(answer.status)) return answer;
        } catch (error) {
          if (isLast || isTimeout(error)) throw unreachable(place, error);
        }
        // Spread, so that gateways do not repeat in step.
        await wait(FIRST_RETRY_MS * 2 ** (tried - 1) * (0.5 + Math.random()));
      }
    },
    close: () => agent.destroy(),
  };
}

/** Views of the bytes. Encrypting all of them at once would hold up other work. */
function* partsOf(bytes: Uint8Array = new Uint8Array()): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** The caller has already waited long enough. */
const isTimeout = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === "ETIMEDOUT";
