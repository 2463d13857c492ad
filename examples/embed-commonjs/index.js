const { createServer } = require("node:http");
const { default: chats } = require("@postern/chats");
const { createGateway } = require("@postern/core");
const { toNodeHandler } = require("@postern/core/server");
const { default: events } = require("@postern/events");

const gateway = createGateway({ plugins: [chats(), events()], basePath: "/postern" });
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

async function main() {
  await gateway.start();
  const { key } = await gateway.keys.issue({ label: "me", scopes: ["*"] });
  server.listen(Number(process.env.PORT ?? 4870), "127.0.0.1", () =>
    console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, key })),
  );
}
main();
