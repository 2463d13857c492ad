import calendars from "@postern/calendars";
import chats from "@postern/chats";
import context from "@postern/context";
import type { Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import rules from "@postern/rules";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { expect, onTestFinished } from "vitest";
import { debounced, keptEvents, matched, needs, recentRuns } from "../../../plugins/rules/src/collections.ts";
import { until } from "../../run/until.ts";

export const task = { operation: "tasks.create", input: { title: "{{event.data.chat.title}}" } };
const created = { types: ["chats.chat.created"] };

/** A gateway with rules and groups that have something to do for them. */
export async function openGateway(plugins: readonly Plugin[] = [], storage = memory()) {
  const fixture = await testGateway({
    plugins: [rules(), chats(), tasks(), calendars(), context(), events(), service(), ...plugins],
    storage,
  });
  onTestFinished(() => fixture.stop());
  let barriers = 0;

  async function post(id: string, body: object = {}, client: Client = fixture.admin) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const rule = async (more: object = {}, client?: Client) =>
    (await post("rules.create", { name: `rule ${Math.random()}`, on: created, action: task, ...more }, client)).rule;
  const happen = async (title: string): Promise<string> => (await post("chats.create", { title })).chat.id;

  return {
    ...fixture,
    post,
    rule,
    happen,
    show: async (id: string) => (await post("rules.show", { id })).rule,
    runsOf: async (id: string): Promise<Record<string, unknown>[]> =>
      (await post("rules.runs.list", { rule: id, limit: 500 })).runs,
    titles: async (): Promise<string[]> =>
      (await post("tasks.list", { limit: 500 })).tasks.map(({ title }: { title: string }) => title).sort(),
    /** The number of records that rules keep for runs that have not ended. */
    async kept(): Promise<number> {
      const heads = [keptEvents, matched, needs, debounced, recentRuns].map(({ head }) => `${head}`);
      const keys = await storage.getKeys("", {});
      return keys.filter((key) => heads.some((head) => key.startsWith(head))).length;
    },
    /** Waits until the rules have handled all that has happened so far: a further rule handles what happens next. */
    async handled() {
      const name = `barrier ${++barriers}`;
      const filter = `event.data.chat.title == "${name}"`;
      const { id } = await rule({ name, on: { ...created, filter }, action: { operation: "chats.list" } });
      await happen(name);
      await until(async () => expect((await post("rules.show", { id })).rule.runs).toBe(1));
      await post("rules.remove", { id, execute: true });
    },
  };
}
