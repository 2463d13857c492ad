/** Calls `notes.show` of a running gateway with `fetch` and with the client, in turns, and prints the time of a call. */
import { readFileSync } from "node:fs";
import { createClient } from "@postern/client";

interface Api {
  "notes.show": {
    kind: "query";
    dryRun: "never";
    input: Record<string, unknown>;
    output: Record<string, unknown>;
    errors: never;
  };
}

const { URL_OF_GATEWAY: url = "", KEY: key = "", BODIES: bodies = "", SECONDS: seconds = "1" } = process.env;
const inputs = readFileSync(bodies, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown>);
const client = createClient<Api>({ url, key });
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

const ways = {
  async bare(input: object) {
    const response = await fetch(`${url}/api/v1/notes/show`, { method: "POST", headers, body: JSON.stringify(input) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  },
  client: (input: Record<string, unknown>) => client.notes.show(input),
};

/** Calls one after another, for about this many milliseconds; returns the number of calls and their time. */
async function calls(way: keyof typeof ways, ms: number): Promise<{ count: number; spent: number }> {
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < ms) await ways[way](inputs[count++ % inputs.length] ?? {});
  return { count, spent: performance.now() - begin };
}

await calls("bare", 500);
await calls("client", 500);
const sums = { bare: { count: 0, spent: 0 }, client: { count: 0, spent: 0 } };
// Short turns, so that what else the machine does falls on both alike.
for (let until = performance.now() + Number(seconds) * 1_000; performance.now() < until; ) {
  for (const way of ["bare", "client"] as const) {
    const { count, spent } = await calls(way, 50);
    sums[way].count += count;
    sums[way].spent += spent;
  }
}
const micros = (way: keyof typeof sums) => (sums[way].spent * 1_000) / sums[way].count;
console.log(JSON.stringify({ bare: micros("bare"), client: micros("client") }));
