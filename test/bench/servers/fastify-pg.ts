/** `chats.messages.create` in fastify on PostgreSQL, one committed transaction a request. */
import Fastify from "fastify";
import { portOf } from "./http.ts";
import { bearerOf, holds, newKey } from "./keys.ts";
import { answerOf, chatIds, createPath, type Sent } from "./message.ts";
import { messageBody } from "./message-body.ts";
import { openPgStore } from "./pg-store.ts";
import { leave, tellReady } from "./ready.ts";

const token = newKey();
const store = await openPgStore(process.env.STORE ?? "", token);

const app = Fastify({
  logger: false,
  bodyLimit: 2 ** 20,
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
});
app.post<{ Body: Sent }>(createPath, { schema: { body: messageBody } }, async (request, reply) => {
  const caller = await store.admit(bearerOf(request.headers.authorization));
  if (!caller) return reply.code(401).send({ code: "unauthenticated" });
  if (!holds(caller.scopes, "chats:write")) return reply.code(403).send({ code: "forbidden" });
  const outcome = await store.send(request.body, caller.id);
  if ("refused" in outcome) return reply.code(outcome.refused).send({ code: "refused" });
  return reply.send(answerOf(outcome.message, outcome.disposition));
});
await app.listen({ port: 0, host: "127.0.0.1" });

tellReady({ port: portOf(app.server), token, chats: leave("chats", chatIds) }, async () => {
  await app.close();
  await store.close();
});
