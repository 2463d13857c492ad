import { setTimeout } from "node:timers/promises";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import mcp from "@postern/mcp";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { createCalls, createRandom } from "./random-call.ts";
import { call, problemIn, type Result, servedMcp } from "./served.ts";

const CALLS = 1_000;

/** Ids and times that are the same in each gateway that gets the same calls. */
function sameEachTime() {
  let count = 0;
  return {
    id: (prefix: string) => `${prefix}${(++count).toString(16).padStart(24, "0")}`,
    now: () => 1_800_000_000_000,
  };
}

const plugins = () => [notesPlugin(), tasks(), chats()];

interface Outcome {
  code?: string;
  [member: string]: unknown;
}

/** Without what differs between two requests, and what an error says twice. */
function alike({ requestId: _, type: __, title: ___, detail: ____, ...outcome }: Outcome): Outcome {
  return outcome;
}

const outcomeOf = (result: Result): Outcome => (result.isError ? problemIn(result) : result.structuredContent);

it("answers a thousand calls alike over HTTP, by tools and by compact tools", async () => {
  const http = await testGateway({ plugins: [mcp(), ...plugins()], storage: memory(), ...sameEachTime() });
  onTestFinished(http.stop);
  const served = await Promise.all([0, 1].map(() => servedMcp({ plugins: plugins(), options: sameEachTime() })));
  const tools = await served[0]?.connect({ query: "?detail=full" });
  const compact = await served[1]?.connect({ query: "?mode=compact" });
  if (!tools || !compact) throw new Error("No client");
  // From now on the client compares each answer with the schema of its tool.
  const listed = await tools.listTools();
  expect(listed.tools.length).toBeGreaterThan(60);

  // The first use of a key is committed in the background, and commits are numbered.
  await http.admin.post("notes.page");
  await setTimeout(500);

  // Its answer is a random word.
  const operations = http.gateway.manifest.operations.filter(({ id }) => id !== "notes.lock");
  const seed = Number(process.env.POSTERN_TEST_SEED ?? 20_260_728);
  const calls = createCalls(operations, createRandom(seed));
  const counts: Record<string, number> = {};
  for (let at = 0; at < CALLS; at++) {
    const { operation, input } = calls.next();
    const { id, effect } = operation;
    const { execute, ...rest } = input;
    const { body } = await http.admin.post(id, input);
    const byTool = outcomeOf(await call(tools, id.replaceAll(".", "_"), input));
    const tier = effect === "external" ? "write" : effect;
    const given = effect === "read" ? { operation: id, input } : { operation: id, input: rest, execute };
    const byCompact = outcomeOf(await call(compact, tier, given));
    const place = `call ${at} of seed ${seed}: ${id} ${JSON.stringify(input)}`;
    expect(alike(byTool), place).toEqual(alike(body));
    expect(alike(byCompact), place).toEqual(alike(body));
    calls.learn(body);
    const kind = body.code ?? (body.dryRun ? "plan" : "done");
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  expect(counts.done).toBeGreaterThan(200);
  expect(counts.plan).toBeGreaterThan(0);
  expect(Object.keys(counts).length).toBeGreaterThan(8);
});
