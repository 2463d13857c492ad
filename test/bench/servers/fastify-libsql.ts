/** `chats.messages.create` in fastify on libsql, one committed transaction a request. */
import Fastify from "fastify";
import { portOf } from "./http.ts";
import { bearerOf, holds, newKey } from "./keys.ts";
import { openStore } from "./libsql-store.ts";
import { answerOf, chatIds, createPath, type Sent } from "./message.ts";
import { messageBody } from "./message-body.ts";
import { folder, leave, tellReady } from "./ready.ts";

const token = newKey();
const store = openStore(folder, token);

// Fastify removes unknown fields and turns numbers into strings where it is not told otherwise; a gateway refuses both.
const app = Fastify({
  logger: false,
  bodyLimit: 2 ** 20,
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
});
app.post<{ Body: Sent }>(createPath, { schema: { body: messageBody } }, (request, reply) => {
  const caller = store.admit(bearerOf(request.headers.authorization));
  if (!caller) return reply.code(401).send({ code: "unauthenticated" });
  if (!holds(caller.scopes, "chats:write")) return reply.code(403).send({ code: "forbidden" });
  const outcome = store.send(request.body, caller.id);
  if ("refused" in outcome) return reply.code(outcome.refused).send({ code: "refused" });
  return reply.send(answerOf(outcome.message, outcome.disposition));
});
await app.listen({ port: 0, host: "127.0.0.1" });

tellReady({ port: portOf(app.server), token, chats: leave("chats", chatIds) }, async () => {
  await app.close();
  store.close();
});
