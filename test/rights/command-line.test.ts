import { beforeAll, describe, expect, it } from "vitest";
import { newUser } from "../surfaces/postern.ts";
import { type Decision, decisionOf, directDoors, inputOf } from "./doors/door.ts";
import { type Doors, type Entry, openDoors } from "./doors/fixture.ts";

let doors: Doors;
let sample: readonly Entry[];
beforeAll(async () => {
  doors = await openDoors();
  const classOf = ({ kind, effect, dryRun, properties }: Entry) => [kind, effect, dryRun, ...properties].join();
  const all = doors.operations.filter(({ scope }) => scope !== "any");
  sample = [...new Map(all.map((entry) => [classOf(entry), entry])).values()];
  return doors.close;
});

describe("the command line decides like HTTP, for an operation of each class", () => {
  it.each<[string, (doors: Doors) => Promise<{ key: string }>]>([
    ["a key without the right", ({ client }) => client(["nest:write"])],
    ["a child of an agent's key", async ({ client, below }) => below(await client(["*"], "a"), ["nest:write"])],
    ["a key that may only propose", ({ client }) => client(["propose:*"])],
    [
      "a key whose agent a policy denies everything",
      async ({ client, post }) => {
        const rule = { name: "No", match: { operations: ["**"], agents: ["never"] }, action: "deny" };
        await post("approvals.policies.create", rule);
        return client(["*"], "never");
      },
    ],
    [
      "a key that was revoked",
      async ({ client, post }) => {
        const who = await client(["*"]);
        await post("context.revoke", { id: who.contextId });
        return who;
      },
    ],
  ])("%s", async (_title, keyOf) => {
    const who = (await keyOf(doors)) as Awaited<ReturnType<Doors["client"]>>;
    const { http } = directDoors(doors);
    const user = newUser();
    const env = { POSTERN_URL: `http://127.0.0.1:${doors.door.port}`, POSTERN_TOKEN: who.key };
    const typed = async (entry: Entry): Promise<Decision> => {
      const { execute, ...input } = inputOf(entry) as { execute?: boolean };
      const args = [...entry.id.split("."), "--input", "-", "--json", ...(execute ? ["--execute"] : [])];
      const { code, out, err } = await user.runWith(env, JSON.stringify(input), ...args);
      const answer = JSON.parse(out || err.trim().split("\n").at(-1) || "{}");
      return decisionOf(answer.status === "pending" ? 202 : 200, code === 0 ? {} : answer);
    };
    const wrong: unknown[] = [];
    for (const entry of sample) {
      const expected = await http(who, entry);
      const decision = await typed(entry);
      if (decision !== expected) wrong.push([entry.id, decision, expected]);
    }
    expect(wrong).toEqual([]);
    expect(sample.length).toBeGreaterThan(15);
  });
});
