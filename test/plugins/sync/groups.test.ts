import agents from "@postern/agents";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import chats from "@postern/chats";
import tasks from "@postern/tasks";
import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { expectEqual, openLinked, type Side } from "./gateway.ts";

const GROUPS = ["agents", "bases", "calendars", "chats", "tasks"];
const plugins = () => [agents(), bases(), calendars({ timezone: "Europe/Berlin" }), chats(), tasks()];
const TIMES = { startAt: "2026-11-23T09:00:00+01:00", endAt: "2026-11-23T10:00:00+01:00" };

/** Creates records of every kind, some under names that the other gateway also uses. */
async function furnish({ post }: Side, own: string) {
  const { agent } = await post("agents.create", { id: `agent-${own}`, cwd: "/srv/canary" });
  const { chat } = await post("chats.create", { title: own, agentId: agent.id, clientChatId: "same" });
  const { list } = await post("chats.lists.create", { name: "same", owner: "team:t" });
  await post("chats.lists.add", { list: list.id, chatId: chat.id });
  for (let n = 0; n < 5; n++)
    await post("chats.messages.create", { chatId: chat.id, actorId: "ann", content: own, clientMessageId: `m${n}` });
  const ids: string[] = [];
  for (const title of ["first", "second"])
    ids.push((await post("tasks.create", { title: `${own} ${title}`, instructions: own })).task.id);
  await post("tasks.deps.add", { taskId: ids[1], dependencyTaskId: ids[0] });
  await post("tasks.comment", { taskId: ids[0], text: own });
  const { calendar } = await post("calendars.create", { name: own });
  const said = { calendar: calendar.id, title: own, ...TIMES, recurrenceRule: "FREQ=DAILY;COUNT=3" };
  const { event } = await post("calendars.events.create", said);
  const props = [{ name: "Company", type: "text" }];
  const { base } = await post("bases.create", { name: "Same", props });
  const { row } = await post("bases.rows.create", { base: base.id, values: { company: own } });
  await post("bases.views.create", { base: base.id, name: own });
  return { agent: agent.id, chat: chat.id, tasks: ids, event: event.id, base: base.id, row: row.id };
}

it("syncs all groups after two gateways are disconnected, changed and reconnected", async () => {
  const { a, b, wire } = await openLinked({ a: { plugins: plugins() }, b: { plugins: plugins() } });
  const [ours, theirs] = [await furnish(a, "a"), await furnish(b, "b")];
  await expectEqual(a, b, undefined);
  const count = Object.keys(await a.records()).length;
  expect(new Set(Object.keys(await a.records()).map((name) => name.split(" ")[0]))).toEqual(new Set(GROUPS));
  expect(JSON.stringify(await a.records())).not.toContain("canary");
  for (const { post } of [a, b]) {
    expect((await post("tasks.ready")).total).toBe(2);
    expect((await post("chats.show", { chatId: theirs.chat })).chat.messageCount).toBe(5);
    expect((await post("bases.show", { base: ours.base })).base.rowCount).toBe(1);
  }
  wire.cut();
  for (const [{ post }, own] of [
    [a, "a"],
    [b, "b"],
  ] as const) {
    await post("agents.update", { id: ours.agent, name: own });
    await post("chats.update", { chatId: ours.chat, title: own });
    await post("chats.messages.create", {
      ...{ chatId: ours.chat, actorId: "ann", content: `while cut ${own}`, clientMessageId: `cut-${own}` },
    });
    await post("bases.rows.update", { row: ours.row, values: { company: own } });
    await post("bases.props.create", { base: ours.base, name: "Due", type: "date" });
    await post("calendars.events.update", { event: theirs.event, title: own });
  }
  await a.post("tasks.done", { taskId: ours.tasks[0] });
  await a.post("tasks.deps.add", { taskId: ours.tasks[0], dependencyTaskId: theirs.tasks[0] });
  await b.post("tasks.deps.add", { taskId: theirs.tasks[0], dependencyTaskId: ours.tasks[1] });
  wire.mend();
  // Two messages and two properties have arrived, and one of the dependencies, which form a cycle.
  await expectEqual(a, b, count + 5);
  await until(async () => {
    for (const { status } of [a, b]) {
      const { inbox, outbox } = await status();
      expect([inbox, outbox]).toMatchObject([
        { dead: 0, failed: 0, pending: 0 },
        { dead: 0, failed: 0, pending: 0 },
      ]);
    }
  });
  const ready = async ({ post }: Side) => (await post("tasks.ready")).tasks.map(({ id }: { id: string }) => id).sort();
  expect(await ready(b)).toEqual(await ready(a));
  for (const { post } of [a, b]) {
    expect((await post("chats.show", { chatId: ours.chat })).chat.messageCount).toBe(7);
    expect((await post("calendars.outbox.list")).total).toBe(0);
  }
  // Each gateway reports only messages that were created on it.
  const turns = ({ received }: Side) =>
    received
      .filter(({ type }) => type === "agents.turn.ready")
      .flatMap(({ data }) => (data as { messages: { content: { text: string } }[] }).messages)
      .map(({ content }) => content.text);
  for (const [side, own] of [
    [a, "a"],
    [b, "b"],
  ] as const) {
    await until(() => expect(turns(side)).toHaveLength(6));
    expect(new Set(turns(side))).toEqual(new Set([own, `while cut ${own}`]));
  }
});
