import { describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";
import { openTerminal } from "./terminal.ts";

/** A user who serves a gateway, and the environment of an agent that may only propose. */
async function served() {
  const user = newUser();
  await user.run("init");
  await user.serve();
  const scopes = ["--scopes", "propose:chats:write", "--scopes", "chats:read"];
  const { key } = await user.json("context", "derive", "writer", "--agentId", "writer", ...scopes);
  const agent = { POSTERN_TOKEN: key as string };
  const propose = (title: string, ...more: string[]) => user.runWith(agent, "", "chats", "create", title, ...more);
  return { ...user, agent, propose };
}

describe("a command that waits for approval", () => {
  it("shows its plan and how to follow it, and ends with 3", async () => {
    const user = await served();
    const { code, out, err } = await user.propose("Tea", "--proposal-reason", "Für „alle“");
    expect([code, out]).toEqual([3, expect.stringContaining("Plan: Create a chat\n")]);
    expect(err).toMatch(/^Waits for approval: nothing has been executed\. Follow it with "postern approvals show apr_/);
    const [approval] = (await user.json("approvals", "list")).approvals;
    expect(approval).toMatchObject({ status: "pending", reason: "Für „alle“" });
    const json = await user.propose("Coffee", "--json");
    expect([json.code, JSON.parse(json.out).status]).toEqual([3, "pending"]);
    expect((await user.json("chats", "list")).total).toBe(0);
  });

  it("is waited for with --wait, and ends as it was decided", async () => {
    const user = await served();
    for (const [decision, code] of [
      ["approve", 0],
      ["deny", 1],
    ] as const) {
      const waiting = user.propose(decision, "--wait");
      const found = async () => (await user.json("approvals", "list", "--status", "pending")).approvals[0];
      await until(async () => expect(await found()).toBeDefined());
      const { id, digest } = await found();
      const more = decision === "approve" ? ["--digest", digest] : ["--note", "No room"];
      expect((await user.run("approvals", decision, id, ...more)).code).toBe(0);
      const ended = await waiting;
      expect([decision, ended.code]).toEqual([decision, code]);
      if (code === 1) expect(ended.err).toContain("The approval is denied: No room");
    }
    expect((await user.json("chats", "list")).total).toBe(1);
  });

  it("can be requested by any key that may execute it", async () => {
    const user = await served();
    expect((await user.run("chats", "create", "Tea", "--propose")).code).toBe(3);
    expect((await user.run("chats", "create", "Tea", "--propose", "--dry-run")).code).toBe(2);
    const [{ id, digest }] = (await user.json("approvals", "list")).approvals;
    const own = await user.run("approvals", "approve", id, "--digest", digest);
    expect([own.code, own.err]).toEqual([4, expect.stringContaining("You proposed this command yourself")]);
  });
});

describe("postern approvals", () => {
  it("lists waiting approvals without a terminal", async () => {
    const user = await served();
    expect(await user.run("approvals")).toMatchObject({ code: 0, out: "", err: "Nothing waits for a decision\n" });
    await user.propose("Tea");
    const { code, out } = await user.run("approvals");
    expect([code, out]).toEqual([0, expect.stringContaining("Create a chat\n  operation: chats.create\n")]);
    expect((await user.run("approvals", "nonsense")).code).toBe(2);
  });

  it.runIf(has("script"))("allows a command to an agent from now on, after showing the policy", async () => {
    const user = await served();
    await user.propose("Tea");
    const { seen, type, ended } = openTerminal(user, "postern approvals");
    await until(async () => expect(seen()).toContain("a[l]ways allow"));
    type("l\r");
    const question =
      /Create the policy "Always allow chats\.create to writer", which allows chats\.create by writer: create it\?/;
    await until(async () => expect(seen()).toMatch(question));
    type("n\r");
    await until(async () => expect(seen().split("a[l]ways allow")).toHaveLength(3));
    expect((await user.json("approvals", "policies", "list")).total).toBe(0);
    type("always\r");
    await until(async () => expect(seen().split("create it?")).toHaveLength(3));
    type("y\r");
    expect((await ended).code).toBe(0);
    expect(seen()).toContain("Created the policy");
    expect((await user.json("chats", "list")).total).toBe(1);
    expect((await user.propose("Coffee")).code).toBe(0);
    expect((await user.runWith(user.agent, "", "chats", "update", "x", "--title", "y")).code).not.toBe(0);
  });

  it.runIf(has("script"))("asks about one after the other at a terminal", async () => {
    const user = await served();
    for (const title of ["Tea", "Coffee", "Juice"]) await user.propose(title);
    const { seen, type, ended } = openTerminal(user, "postern approvals");
    await until(async () => expect(seen()).toContain("1 of 3"));
    expect(seen()).toContain("writer (agent writer)");
    await until(async () => expect(seen()).toContain("[a]pprove, a[l]ways allow, [d]eny, [s]kip or [q]uit? "));
    type("x\r");
    type("a\r");
    await until(async () => expect(seen()).toContain("Executed"));
    await until(async () => expect(seen()).toContain("2 of 3"));
    type("d\r");
    await until(async () => expect(seen()).toContain("Why (for the requester, may be empty)? "));
    type("No coffee here\r");
    await until(async () => expect(seen()).toContain("3 of 3"));
    type("q\r");
    expect((await ended).code).toBe(0);
    const { approvals } = await user.json("approvals", "list");
    const byTitle = Object.fromEntries(
      approvals.map(({ input, status, note }: { input: { title: string }; status: string; note?: string }) => [
        input.title,
        [status, note],
      ]),
    );
    expect(byTitle).toEqual({
      Tea: ["executed", undefined],
      Coffee: ["denied", "No coffee here"],
      Juice: ["pending", undefined],
    });
  });
});
