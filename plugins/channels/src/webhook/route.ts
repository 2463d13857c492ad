import { defineRoute, gatewayErrors, T } from "@postern/core";
import { createSecret, isSigned } from "@postern/core/outbound";
import { AdapterDisabled, AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import type { OurHost } from "../host.ts";
import { messagesReceive } from "../operations/messages.receive.ts";
import { Happening } from "../schemas.ts";
import { bytesOf, contentIn } from "./body.ts";
import { WebhookRefused } from "./errors.ts";
import { keysOf } from "./keys.ts";

const WINDOW = 5 * 60_000;
/** Signs nothing: for adapters that have no secret, so that they answer as late as those that have. */
const nobody = createSecret();

const { adapter: _adapter, provenance: _provenance, type, id, place, ...said } = Happening.properties;
/** What a program sends: a happening, of which it may leave out what the webhook itself says. */
const Delivery = T.Object(
  {
    type: T.Optional(type),
    id: T.Optional(id),
    place: T.Object(
      { ...place.properties, kind: T.Optional(place.properties.kind) },
      { description: "The conversation", additionalProperties: false },
    ),
    ...said,
  },
  { additionalProperties: false },
);

/** Where programs tell of what happens. The signature stands in for a key. */
export const webhookRoute = defineRoute(group, {
  method: "POST",
  path: "/channels/webhooks/:adapter",
  summary: "Take in what happened, by an adapter of the kind webhook",
  description:
    "Signed with the secret of the adapter's connection as Standard Webhooks has it. The body is { type?, id?, place, sender, " +
    "at?, text?, of?, emoji?, removed? } as channels.messages.receive has them; type is message and id the webhook-id if " +
    "absent, a place without a kind a room. Answers what became of it.",
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
    const received = await host.call(messagesReceive, happening(adapter, message.id, content));
    return Response.json(received, { headers: { "cache-control": "no-store" } });
  },
});

/** What the headers say, or 401 before anything else of the request is looked at. */
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

/** What is said, by the adapter that it was said to. Whether it is right, the operation knows. */
function happening(adapter: string, id: string, content: Record<string, unknown>): Happening {
  const ours = ["adapter", "provenance"].filter((name) => name in content);
  if (ours.length > 0) {
    const issues = ours.map((name) => ({ path: `/${name}`, code: "unknown", message: "is not a field of a webhook" }));
    throw gatewayErrors.InvalidInput({ issues });
  }
  const { place } = content;
  const isObject = typeof place === "object" && place !== null && !Array.isArray(place);
  const called = { type: "message", id, ...content, ...(isObject && { place: { kind: "room", ...place } }) };
  return { ...called, adapter, provenance: { webhookId: id } } as unknown as Happening;
}
