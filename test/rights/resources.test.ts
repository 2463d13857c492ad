import approvals from "@postern/approvals";
import bases from "@postern/bases";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import rules from "@postern/rules";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";

type Call = readonly [operation: string, input: object];

/** A gateway with two bases, two tasks with a comment and two rules, and a policy on the first of each. */
async function opened(action: "allow" | "deny" | "propose") {
  const test = await testGateway({ plugins: [approvals(), context(), bases(), tasks(), rules()] });
  onTestFinished(test.stop);
  const post = async (id: string, input: object) => {
    const { status, body } = await test.admin.post(id, input);
    if (status !== 200) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const made = async (name: string) => {
    const props = [{ name: "title", type: "text" }];
    const { base } = await post("bases.create", { name, slug: name, props });
    const { row } = await post("bases.rows.create", { base: base.id, values: { title: name } });
    const { task } = await post("tasks.create", { title: name });
    const { comment } = await post("tasks.comment", { taskId: task.id, text: name });
    const { rule } = await post("rules.create", {
      name,
      ...{ on: { types: ["tasks.task.created"] }, action: { operation: "tasks.create", input: { title: "x" } } },
    });
    return { base, row, task, comment, rule };
  };
  const ours = await made("ours");
  const theirs = await made("theirs");
  const resources = [ours.base.id, ours.task.id, ours.rule.id];
  const operations = ["bases.**", "tasks.**", "rules.**"];
  await post("approvals.policies.create", { name: "Ours", match: { operations, resources }, action });
  const update = (row: string): Call => ["bases.rows.update", { row, values: { title: "z" } }];
  const depend = (taskId: string, dependencyTaskId: string): Call => ["tasks.deps.add", { taskId, dependencyTaskId }];
  return {
    ...test,
    /** Calls about what the policy names, however they name it. */
    about: [
      ["bases.update", { base: ours.base.id, name: "A" }],
      ["bases.update", { base: "ours", name: "B" }],
      ["bases.rows.create", { base: "ours", values: { title: "y" } }],
      update(ours.row.id),
      ["tasks.update", { taskId: ours.task.id, title: "C" }],
      ["tasks.comments.update", { commentId: ours.comment.id, text: "D" }],
      ["rules.update", { id: "ours", name: "E" }],
    ] as Call[],
    /** Calls about it and something else. */
    both: [depend(theirs.task.id, ours.task.id), depend(ours.task.id, theirs.task.id)],
    others: [
      ["bases.update", { base: "theirs", name: "A" }],
      update(theirs.row.id),
      ["tasks.update", { taskId: theirs.task.id, title: "C" }],
      ["tasks.comments.update", { commentId: theirs.comment.id, text: "D" }],
    ] as Call[],
    /** Calls that name nothing: they may be about anything. */
    unknown: [["tasks.create", { title: "new" }]] as Call[],
  };
}

describe("a policy with resources", () => {
  it.each(["deny", "propose"] as const)(
    "that has the action %s matches all that touches one of them",
    async (action) => {
      const { admin, about, both, others, unknown } = await opened(action);
      const refused = action === "deny" ? 403 : 202;
      for (const [operation, input] of [...about, ...both, ...unknown])
        expect([operation, input, (await admin.post(operation, input)).status]).toEqual([operation, input, refused]);
      for (const [operation, input] of others)
        expect([operation, input, (await admin.post(operation, input)).status]).toEqual([operation, input, 200]);
    },
  );

  it("matches the id of something within a resource too", async () => {
    const { admin, about } = await opened("deny");
    const [operation, { row, values }] = about[3] as [string, { row: string; values: object }];
    const { policies } = (await admin.post("approvals.policies.list")).body;
    await admin.post("approvals.policies.remove", { id: policies[0].id, execute: true });
    const match = { operations: ["bases.**"], resources: [row] };
    await admin.post("approvals.policies.create", { name: "Row", match, action: "deny" });
    expect((await admin.post(operation, { row, values })).body.code).toBe("approvals.denied_by_policy");
    expect((await admin.post("bases.update", { base: "theirs", name: "Z" })).status).toBe(200);
  });

  it("that allows matches only what is completely among them", async () => {
    const { client, about, both, others, unknown } = await opened("allow");
    const assistant = await client(["propose:*"]);
    // A comment and a rule belong to their author, and the name of a rule is one of the caller.
    const isOthers = ([operation]: Call) => ["tasks.comments.update", "rules.update"].includes(operation);
    for (const [operation, input] of about.filter((call) => !isOthers(call)))
      expect([operation, input, (await assistant.post(operation, input)).status]).toEqual([operation, input, 200]);
    for (const [operation, input] of [...both, ...others, ...unknown].filter((call) => !isOthers(call)))
      expect([operation, input, (await assistant.post(operation, input)).status]).toEqual([operation, input, 202]);
  });
});
