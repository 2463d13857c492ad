/** How long the list of all tools takes, in a process of its own: the first time, and from then on. */
import { createGateway } from "@postern/core";
import mcp from "@postern/mcp";
import memory from "@postern/storage-memory";

const names =
  "agents agentx audio bases calendars channels chats context credentials events hooks meetings projects prox service sync tasks widgets";
const modules = await Promise.all(names.split(" ").map((name) => import(`@postern/${name}`)));
const gateway = createGateway({ plugins: [...modules.map((one) => one.default()), mcp()], storage: memory() });
await gateway.start();
const { key } = await gateway.keys.issue({ label: "bench", scopes: ["*"] });
const headers = {
  ...{ authorization: `Bearer ${key}`, "content-type": "application/json", host: "localhost" },
  accept: "application/json, text/event-stream",
};
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

async function list(): Promise<{ ms: number; bytes: number }> {
  const began = performance.now();
  const response = await gateway.fetch(new Request("http://localhost/mcp", { method: "POST", headers, body }));
  const text = await response.text();
  return { ms: performance.now() - began, bytes: text.length };
}

await gateway.call("context.whoami", {});
const first = await list();
const times = [];
for (let at = 0; at < 200; at++) times.push((await list()).ms);
times.sort((left, right) => left - right);
const operations = gateway.manifest.operations.length;
process.stdout.write(`${JSON.stringify({ operations, first: first.ms, next: times[100], bytes: first.bytes })}\n`);
await gateway.stop();
process.exit(0);
