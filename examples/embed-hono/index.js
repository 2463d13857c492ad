import { serve } from "@hono/node-server";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import events from "@postern/events";
import { Hono } from "hono";

const gateway = createGateway({ plugins: [chats(), events()], basePath: "/postern" });
await gateway.start();

const app = new Hono();
app.get("/", (context) => context.text("The application's own page"));
app.all("/postern/*", (context) => gateway.fetch(context.req.raw));

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 4870), hostname: "127.0.0.1" }, async () => {
  const { key } = await gateway.keys.issue({ label: "me", scopes: ["*"] });
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, key }));
});

// Accept no new connections, end streams, close the store, and close remaining connections after two seconds.
process.once("SIGTERM", async () => {
  server.close();
  setTimeout(() => server.closeAllConnections(), 2_000).unref();
  await gateway.stop();
});
