import { createServer } from "node:http";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { toNodeHandler } from "@postern/core/server";
import events from "@postern/events";

const gateway = createGateway({ plugins: [chats(), events()], basePath: "/postern" });
await gateway.start();
const answer = toNodeHandler(gateway);

const server = createServer((request, response) => {
  if (request.url.startsWith("/postern/")) answer(request, response);
  else response.end("The application's own page");
});

// Accept no new connections, end streams, close the store, and close remaining connections after two seconds.
process.once("SIGTERM", async () => {
  server.close();
  setTimeout(() => server.closeAllConnections(), 2_000).unref();
  await gateway.stop();
});

server.listen(Number(process.env.PORT ?? 4870), "127.0.0.1", async () => {
  const { key } = await gateway.keys.issue({ label: "me", scopes: ["*"] });
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, key }));
});
