import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

/** A policy that asks for the approval of two others for everything, also for its own end, in a folder of one person. */
async function lockedOut() {
  const user = newUser();
  await user.run("init");
  const policy = ["approvals", "policies", "create", "Four eyes", "--match", '{"operations":["**"]}'];
  const { policy: made } = await user.json(...policy, "--action", "propose", "--quorum", "2");
  return { ...user, id: made.id as string };
}

const ENDS = [
  ["remove", "--yes"],
  ["disable", undefined],
] as const;

describe("a policy that asks for the approval of others", () => {
  it.each(ENDS)(
    "can be ended with %s on the machine while no gateway runs, by the person who has the files",
    async (verb, yes) => {
      const user = await lockedOut();
      expect((await user.run("chats", "create", "Tea")).code).toBe(3);
      const ended = await user.run("approvals", "policies", verb, user.id, ...(yes ? [yes] : []));
      expect([ended.err, ended.code]).toEqual([expect.not.stringContaining("approval"), 0]);
      expect((await user.run("chats", "create", "Tea")).code).toBe(0);
      const { events } = await user.json("events", "list", "--type", "approvals.policy.*");
      const { context } = await user.json("context", "whoami");
      expect(events.map(({ actor }: { actor: string }) => actor)).toEqual([context.id, context.id]);
    },
  );

  it.each(ENDS)(
    "holds %s back in a running gateway, and says what to do without a second person",
    async (verb, yes) => {
      const user = await lockedOut();
      await user.serve();
      const held = await user.run("approvals", "policies", verb, user.id, ...(yes ? [yes] : []));
      expect([held.code, held.err]).toEqual([
        3,
        expect.stringContaining(`postern approvals policies ${verb} ${user.id}`),
      ]);
      expect(held.err).toMatch(/stop the gateway/i);
      const [{ id, digest }] = (await user.json("approvals", "list", "--status", "pending")).approvals;
      const own = await user.run("approvals", "approve", id, "--digest", digest);
      expect([own.code, own.err]).toEqual([4, expect.stringMatching(/stop the gateway/i)]);
      expect((await user.run("chats", "create", "Tea")).code).toBe(3);
    },
  );

  it("is not ended with the key of an agent, or with one without all rights", async () => {
    const user = await lockedOut();
    const { id } = user;
    for (const who of [
      ["--agentId", "scout", "--scopes", "*"],
      ["--scopes", "approvals:write"],
    ]) {
      // The folder's own person makes the key: a policy on everything waits for that too.
      await user.run("approvals", "policies", "disable", id);
      const { key } = await user.json("context", "derive", "other", ...who);
      await user.run("approvals", "policies", "enable", id);
      expect(key).toMatch(/^rctx_/);
      const held = await user.runWith({ POSTERN_TOKEN: key }, "", "approvals", "policies", "disable", id);
      expect([who, held.code]).toEqual([who, 3]);
      expect(held.err).not.toMatch(/stop the gateway/i);
    }
  });
});
