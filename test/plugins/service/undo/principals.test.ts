import context from "@postern/context";
import { type Client, createClient, testGateway } from "@postern/core/testing";
import rules from "@postern/rules";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../run/until.ts";

/** A person with several keys, who does something with one and looks at it with another. */
async function opened() {
  const plugins = [tasks(), service(), context(), rules()];
  const test = await testGateway({ plugins, storage: memory() });
  onTestFinished(test.stop);
  const post = async (id: string, input: object, client: Client) => (await client.post(id, input)).body;
  const person = await test.client(["tasks:write", "tasks:read", "rules:write", "context:write"]);
  const derive = async (label: string, scopes: string[], more: object = {}): Promise<Client> => {
    const { key, context: made } = await post("context.derive", { label, scopes, ...more }, person);
    return createClient(test.gateway.fetch, key, made.id);
  };
  const create = async (title: string, by: Client) => (await post("tasks.create", { title }, by)).task.id as string;
  const list = async (by: Client, all = false) =>
    (await post("service.undo.list", { all }, by)).commands.map(({ operation }: { operation: string }) => operation);
  return { ...test, post, person, derive, create, list };
}

describe("a person with several keys", () => {
  it("undoes with one of them what another has done, and is told with which", async () => {
    const { post, derive, create, list } = await opened();
    const terminal = await derive("laptop", ["tasks:write", "tasks:read"]);
    const session = await derive("console on 127.0.0.1", ["tasks:write", "tasks:read"]);
    const taskId = await create("Tea", terminal);
    expect(await list(session)).toEqual(["tasks.create"]);
    expect(await post("service.undo", {}, session)).toMatchObject({ code: "service.nothing_to_undo" });
    const { event } = (await post("service.undo.list", {}, session)).commands[0];
    expect((await post("service.undo", { event }, session)).plan.summary).toBe(
      `Archive ${taskId} (open); unfinished subtasks: 0, tasks waiting for it: 0, which undoes: Create a task, done with the key "laptop"`,
    );
    expect(await post("service.undo", { event, execute: true }, session)).toMatchObject({ status: "undone" });
    expect((await post("tasks.show", { taskId }, terminal)).task.archivedAt).toEqual(expect.any(Number));
    expect(await post("service.undo", {}, terminal)).toMatchObject({ code: "service.nothing_to_undo" });
  });

  it("neither sees nor undoes with a key what one with more rights did", async () => {
    const { post, derive, create, list } = await opened();
    const laptop = await derive("laptop", ["tasks:write", "tasks:read"]);
    const taskId = await create("Tea", laptop);
    const { event } = (await post("service.undo.list", {}, laptop)).commands[0];
    const narrow = [
      await derive("reader", ["tasks:read"]),
      await derive("other task", ["tasks:write@task_000000000000000000000000"]),
      await derive("proposer", ["propose:tasks:write"]),
      await derive("update only", ["tasks.update"]),
      await derive("without the right to read", ["tasks:write"]),
    ];
    for (const key of narrow) {
      expect(await list(key)).toEqual([]);
      expect(await list(key, true)).toEqual([]);
      expect(await post("service.undo", {}, key)).toMatchObject({ code: "service.nothing_to_undo" });
      expect(await post("service.undo", { event }, key)).toMatchObject({ code: "service.not_undoable" });
    }
    expect((await post("tasks.show", { taskId }, laptop)).task.archivedAt).toBeUndefined();
  });

  it("finds what a rule has done apart from that", async () => {
    const { post, person, derive, create, list, advance } = await opened();
    const action = { operation: "tasks.create", input: { title: "Sugar" } };
    await post("rules.create", { name: "sugar", on: { types: ["tasks.task.updated"] }, action }, person);
    const terminal = await derive("laptop", ["tasks:write", "tasks:read"]);
    const taskId = await create("Tea", terminal);
    await post("tasks.update", { taskId, title: "Coffee" }, terminal);
    await advance(0);
    await until(async () => expect((await post("tasks.list", {}, person)).total).toBe(2));
    const byHand = ["tasks.update", "tasks.create", "context.derive", "rules.create"];
    expect(await list(person)).toEqual(byHand);
    expect(await list(person, true)).toEqual(["tasks.create", ...byHand]);
    const [{ event }] = (await post("service.undo.list", { all: true }, person)).commands;
    expect((await post("service.undo", { event }, person)).plan.summary).toMatch(/done with the key "rule sugar"$/);
  });
});

it("an agent with rights of a person does not undo what that person did", async () => {
  const { post, derive, create, list, client } = await opened();
  const laptop = await derive("laptop", ["tasks:write", "tasks:read"]);
  await create("Tea", laptop);
  const { event } = (await post("service.undo.list", {}, laptop)).commands[0];
  const agent = await client(["tasks:write", "tasks:read"], "main");
  const helper = await derive("helper", ["tasks:write", "tasks:read"]);
  expect(await list(helper, true)).toEqual(["tasks.create"]);
  expect(await list(agent, true)).toEqual([]);
  expect(await post("service.undo", { event }, agent)).toMatchObject({ code: "service.not_undoable" });
});
