import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { toNodeHandler } from "@postern/core/server";
import events from "@postern/events";
import fastify from "fastify";

const gateway = createGateway({ plugins: [chats(), events()], basePath: "/postern" });
await gateway.start();
const answer = toNodeHandler(gateway);

const app = fastify();
app.get("/", async () => "The application's own page");
app.get("/broken", async () => {
  throw new Error("on purpose");
});
// A separate scope without body parsers, because the gateway reads request bodies itself.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  scope.all("/postern/*", (request, reply) => {
    reply.hijack();
    answer(request.raw, reply.raw);
  });
});

const url = await app.listen({ port: Number(process.env.PORT ?? 4870), host: "127.0.0.1" });
const { key } = await gateway.keys.issue({ label: "me", scopes: ["*"] });
console.log(JSON.stringify({ url, key }));

// Accept no new connections, end streams, close the store, and close remaining connections after two seconds.
process.once("SIGTERM", async () => {
  const closed = app.close();
  setTimeout(() => app.server.closeAllConnections(), 2_000).unref();
  await gateway.stop();
  await closed;
});
