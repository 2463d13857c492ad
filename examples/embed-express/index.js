import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { toNodeHandler } from "@postern/core/server";
import events from "@postern/events";
import express from "express";

// express takes the part of the path that it has matched away, so the gateway sees its own paths.
const gateway = createGateway({ plugins: [chats(), events()] });
await gateway.start();

const app = express();
// Before whatever reads bodies: the gateway reads its own, within the limit of each operation.
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

// No new connections; streams end and the store is closed; what still hangs after two seconds is cut.
process.once("SIGTERM", async () => {
  server.close();
  setTimeout(() => server.closeAllConnections(), 2_000).unref();
  await gateway.stop();
});
