import { expect, it } from "vitest";
import { opened } from "./fixture.ts";

const LIMIT = 1_000;

it("at most 1,000 proposals of a principal are undecided, with however many keys", async () => {
  const { admin, agent, derived, client } = await opened();
  const maker = await client(["propose:*", "context:write"], "writer");
  const below = await derived(maker, ["propose:*"]);
  let made = 0;
  const propose = (who: typeof agent) => who.post("notes.add", { text: `note ${made++}` });
  const proposeAll = async (count: number) => {
    const keys = [agent, maker, below];
    return Promise.all(Array.from({ length: count }, (_, at) => propose(keys[at % keys.length] as typeof agent)));
  };
  while (made < LIMIT - 10) {
    // Together they conflict near the limit, so few at once are faster there.
    const some = made < LIMIT / 2 ? 50 : 3;
    for (const { status } of await proposeAll(Math.min(some, LIMIT - 10 - made))) expect(status).toBe(202);
  }
  // Several at once do not pass together what only some of them may pass.
  const last = await proposeAll(30);
  expect(last.filter(({ status }) => status === 202)).toHaveLength(10);
  const refused = last.find(({ status }) => status !== 202);
  expect(refused?.body).toMatchObject({ status: 409, code: "approvals.too_many_pending", principal: "agent:writer" });
  for (const who of [agent, maker, below]) expect((await propose(who)).status).toBe(409);
  // Others are not affected, and a withdrawn one makes room.
  const other = await client(["propose:*"], "other");
  expect((await propose(other)).status).toBe(202);
  const { approvals } = (await admin.post("approvals.list", { status: "pending", limit: 1 })).body;
  const mine = (await agent.post("approvals.list", { status: "pending", limit: 1 })).body.approvals[0];
  expect(approvals).toHaveLength(1);
  expect((await agent.post("approvals.withdraw", { id: mine.id })).status).toBe(200);
  expect((await propose(below)).status).toBe(202);
  expect((await propose(below)).status).toBe(409);
});
