/** `notes.show` in fastify, with the checks of the one by hand. */
import Fastify from "fastify";
import { portOf } from "./http.ts";
import { bearerOf, holds } from "./keys.ts";
import { leaveBodies, openNotes, showInput, showPath, showScope } from "./notes.ts";
import { folder, tellReady } from "./ready.ts";

const store = openNotes(folder);

const app = Fastify({
  logger: false,
  bodyLimit: 2 ** 20,
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
});
app.addHook("onRequest", (request, reply, next) => {
  const caller = store.admit(bearerOf(request.headers.authorization));
  if (!caller) reply.code(401).send({ code: "unauthenticated" });
  else if (!holds(caller.scopes, showScope)) reply.code(403).send({ code: "forbidden" });
  else next();
});
app.post<{ Body: { id: string } }>(showPath, { schema: { body: showInput } }, (request, reply) => {
  const note = store.show(request.body.id);
  return note ? reply.send({ note }) : reply.code(404).send({ code: "note_not_found" });
});
await app.listen({ port: 0, host: "127.0.0.1" });

tellReady({ port: portOf(app.server), token: store.token, target: showPath, bodies: leaveBodies() }, async () => {
  await app.close();
  await store.close();
});
