import { causeOfTrace, defineRoute, gatewayErrors, T } from "@postern/core";
import { createSecret, isSigned } from "@postern/kit/outbound";
import { AdapterDisabled, AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import type { OurHost } from "../host.ts";
import { messagesReceive } from "../operations/messages.receive.ts";
import { PlatformEvent } from "../schemas.ts";
import { bytesOf, contentIn } from "./body.ts";
import { WebhookRefused } from "./errors.ts";
import { keysOf } from "./keys.ts";

const WINDOW = 5 * 60_000;
/** Used for adapters without a secret, so that their answers take as long as those of other adapters. */
const nobody = createSecret();

const { adapter: _adapter, provenance: _provenance, type, id, place, ...fields } = PlatformEvent.properties;
/** The body of a webhook request: an event, with the fields optional that have defaults. */
const Delivery = T.Object(
  {
    type: T.Optional(type),
    id: T.Optional(id),
    place: T.Object(
      { ...place.properties, kind: T.Optional(place.properties.kind) },
      { description: "The conversation", additionalProperties: false },
    ),
    ...fields,
  },
  { additionalProperties: false },
);

/** Receives events from programs. Requests are authenticated by their signature instead of a key. */
export const webhookRoute = defineRoute(group, {
  method: "POST",
  path: "/channels/webhooks/:adapter",
  summary: "Record an event with a webhook adapter",
  description:
    "Sign the request with the secret of the adapter's connection according to Standard Webhooks. The body is " +
    "{ type?, id?, place, sender, at?, text?, of?, emoji?, removed? } as in channels.messages.receive. By default, type " +
    "is message, id is the webhook-id and the kind of place is room. channels.messages.receive answers the same.",
  scope: "open",
  produces: "application/json",
  body: Delivery,
  errors: [WebhookRefused, AdapterNotFound, AdapterDisabled],
  async admit(request, { host, params: { adapter = "" } }) {
    const message = messageOf(request.headers, host.now());
    const bytes = await bytesOf(request);
    if (!(await isFromAdapter(host, adapter, message, bytes))) throw WebhookRefused({ reason: "signature" });
    return { message, bytes };
  },
  async handle(request, { host, params: { adapter = "" }, admitted: { message, bytes } }) {
    const content = contentIn(request.headers, bytes);
    const received = await host.call(
      messagesReceive,
      eventOf(adapter, message.id, content),
      causeOfTrace(request.headers.get("traceparent")),
    );
    return Response.json(received, { headers: { "cache-control": "no-store" } });
  },
});

/** Checks the headers. Throws 401 before the body is read. */
function messageOf(headers: Headers, now: number) {
  const [id = "", timestamp = "", signatures = ""] = ["id", "timestamp", "signature"].map(
    (name) => headers.get(`webhook-${name}`) ?? "",
  );
  if (id === "" || id.length > 200 || timestamp === "" || signatures === "" || signatures.length > 4_096)
    throw WebhookRefused({ reason: "headers" });
  const isNear = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1_000 - now) <= WINDOW;
  if (!isNear) throw WebhookRefused({ reason: "timestamp" });
  return { id, timestamp, signatures };
}

async function isFromAdapter(
  host: OurHost,
  adapter: string,
  message: ReturnType<typeof messageOf>,
  bytes: Buffer,
): Promise<boolean> {
  for await (const secret of keysOf(host, adapter)) if (isSigned(message, bytes, secret)) return true;
  isSigned(message, bytes, nobody);
  return false;
}

/** The event with the webhook's own fields added. The operation validates it. */
function eventOf(adapter: string, id: string, content: Record<string, unknown>): PlatformEvent {
  const ours = ["adapter", "provenance"].filter((name) => name in content);
  if (ours.length > 0) {
    const issues = ours.map((name) => ({
      path: `/${name}`,
      code: "unknown",
      message: "must be left out: it is not a field of a webhook",
    }));
    throw gatewayErrors.InvalidInput({ issues });
  }
  const { place } = content;
  const isObject = typeof place === "object" && place !== null && !Array.isArray(place);
  const called = { type: "message", id, ...content, ...(isObject && { place: { kind: "room", ...place } }) };
  return { ...called, adapter, provenance: { webhookId: id } } as unknown as PlatformEvent;
}
