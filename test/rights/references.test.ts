import approvals from "@postern/approvals";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadPlugins } from "../../plugins/cli/src/groups.ts";
import { openFixture } from "../plugins/agentx/fixture.ts";

/** A field that takes something else than an id. */
const BY_NAME = /\bid\b.*\bor\b.*\b(name|slug|own)\b|\b(name|slug)\b.*\bor\b.*\bid\b/i;

describe("a command that takes a name, slug or foreign id instead of an id", () => {
  it("says for policies which resource it is about", async () => {
    const plugins = await loadPlugins({});
    const commands = plugins.flatMap(({ operations }) => operations).filter(({ kind }) => kind === "command");
    const named = commands.flatMap((operation) => {
      const { id, input, resource, examples, resources } = operation;
      const fields = Object.entries(input.properties)
        .filter(([, { description = "" }]) => BY_NAME.test(description))
        .map(([field]) => field);
      const isAbout = (field: string) => {
        const given = { ...examples[0]?.input, [field]: "fedcba9876543210fedcba98" };
        return [resource?.(given as never) ?? []].flat().some((one) => one.includes("fedcba9876543210fedcba98"));
      };
      return fields.some(isAbout) ? [{ id, hasResources: resources !== undefined }] : [];
    });
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ hasResources }) => !hasResources)).toEqual([]);
  });

  it.each(["deny", "propose"])("is held back by a policy that has the action %s: reading lists", async (action) => {
    const { admin, stop } = await testGateway({ plugins: [approvals(), chats()] });
    onTestFinished(stop);
    const made = async (name: string) => {
      const { body } = await admin.post("chats.lists.create", { name, mode: "static" });
      return body.list.id as string;
    };
    const [ours] = [await made("ours"), await made("theirs")];
    const match = { operations: ["chats.**"], resources: [ours] };
    await admin.post("approvals.policies.create", { name: "Ours", match, action });
    const refused = action === "deny" ? 403 : 202;
    for (const [operation, field] of [
      ["chats.lists.archive", "list"],
      ["chats.lists.unarchive", "list"],
      ["chats.lists.update", "list"],
    ] as const)
      for (const [ref, status] of [
        [ours, refused],
        ["ours", refused],
        ["theirs", 200],
      ] as const)
        expect([operation, ref, (await admin.post(operation, { [field]: ref })).status]).toEqual([
          operation,
          ref,
          status,
        ]);
  });

  it("is held back by it: sessions of coding agents, by the agent's own id", async () => {
    const { admin, create, until } = await openFixture({ others: [approvals()] });
    const session = await create();
    const { agentSession } = (await until(session, { status: "idle" })) as unknown as { agentSession: string };
    expect(agentSession).toEqual(expect.any(String));
    const match = { operations: ["agentx.**"], resources: [session] };
    await admin.post("approvals.policies.create", { name: "Ours", match, action: "deny" });
    for (const named of [session, session.replace("agentx-", ""), agentSession])
      for (const [operation, more] of [
        ["agentx.sessions.send", { prompt: "x", execute: true }],
        ["agentx.sessions.rename", { title: "x" }],
        ["agentx.sessions.archive", {}],
      ] as const) {
        const { body } = await admin.post(operation, { session: named, ...more });
        expect([operation, named, body.code]).toEqual([operation, named, "approvals.denied_by_policy"]);
      }
  });
});
