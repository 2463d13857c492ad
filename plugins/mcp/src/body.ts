import type { IncomingMessage } from "node:http";
import { type Caller, gatewayErrors, type Manifest, type PluginContext, parseBody } from "@postern/core";
import type { group } from "./group.ts";

const MEBIBYTE = 2 ** 20;
/** For the members of a message beside the input of an operation, in bytes. */
const ENVELOPE = 64 * 1024;

/** A message of a client, and the function that releases its memory. */
export interface Message {
  readonly body: Record<string, unknown>;
  /** In bytes. */
  readonly size: number;
  release(): void;
}

/** Reads a message by the rules for all bodies. It may be as long as the longest input of an operation. */
export async function readBody(request: Request, host: PluginContext<typeof group>, caller: Caller): Promise<Message> {
  const { headers } = request;
  if ((headers.get("content-encoding") ?? "identity") !== "identity") throw gatewayErrors.UnsupportedMediaType({});
  const limit = longestIn(host.manifest) + ENVELOPE;
  const declared = headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw gatewayErrors.BodyTooLarge({ limit });
  const release = host.state.bodies.take(declared === null ? limit : Number(declared) || 0, caller);
  try {
    const bytes = await bytesOf(request, limit);
    const body = parseBody(bytes, limit, headers.get("content-type") ?? undefined);
    return { body, size: bytes.length, release };
  } catch (error) {
    release();
    throw error;
  }
}

const longest = new WeakMap<Manifest["operations"], number>();

function longestIn({ operations }: Manifest): number {
  const known = longest.get(operations);
  if (known !== undefined) return known;
  const most = Math.max(MEBIBYTE, ...operations.map(({ bodyLimit }) => bodyLimit));
  longest.set(operations, most);
  return most;
}

type NodeMessage = IncomingMessage & { rawBody?: unknown };

/** Reads Node's message directly: the web stream around it costs a third of the throughput. */
function bytesOf(request: Request, limit: number): Promise<Buffer> {
  const { runtime } = request as { runtime?: { node?: { req?: NodeMessage } } };
  const message = runtime?.node?.req;
  // A host application may have read the body already.
  if (message?.rawBody instanceof Uint8Array) return Promise.resolve(Buffer.from(message.rawBody));
  return message ? readMessage(message, limit) : readStream(request, limit);
}

async function readStream({ body }: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw gatewayErrors.BodyTooLarge({ limit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readMessage(message: NodeMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const incomplete = () => gatewayErrors.InvalidRequest({ reason: "The body ended before it was complete" });
    if (message.destroyed && !message.readableEnded) return reject(incomplete());
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) settle(() => reject(gatewayErrors.BodyTooLarge({ limit })));
      else chunks.push(chunk);
    };
    const onEnd = () => {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      settle(() => batched(() => resolve(bytes)));
    };
    const onGone = () => settle(() => reject(incomplete()));
    function settle(how: () => void) {
      message.off("data", onData).off("end", onEnd).off("close", onGone).off("error", onGone);
      how();
    }
    message.on("data", onData).on("end", onEnd).on("close", onGone).on("error", onGone);
  });
}

const due: (() => void)[] = [];

/** Runs due work together, after the event loop has read all that arrived: a system call between any two costs half the throughput. */
function batched(work: () => void): void {
  if (due.push(work) > 1) return;
  setImmediate(() => {
    for (const one of due.splice(0)) one();
  });
}
