import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { toNodeHandler } from "@postern/core/server";
import events from "@postern/events";
import express from "express";

// express removes the matched part of the path, so the gateway needs no basePath.
const gateway = createGateway({ plugins: [chats(), events()] });
await gateway.start();

const app = express();
// Must come before body parsers: the gateway reads request bodies itself, with the limit of each operation.
app.use("/postern", toNodeHandler(gateway));
app.use(express.json());
app.get("/", (_request, response) => response.send("The application's own page"));
app.get("/broken", () => {
  throw new Error("on purpose");
});
app.use((error, _request, response, _next) =>
  response.status(500).send(`The application's own error page: ${error.message}`),
);

const server = app.listen(Number(process.env.PORT ?? 4870), "127.0.0.1", async () => {
  const { key } = await gateway.keys.issue({ label: "me", scopes: ["*"] });
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, key }));
});

// Accept no new connections, end streams, close the store, and close remaining connections after two seconds.
process.once("SIGTERM", async () => {
  server.close();
  setTimeout(() => server.closeAllConnections(), 2_000).unref();
  await gateway.stop();
});
