import bases from "@postern/bases";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import postgres from "@postern/storage-postgres";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../run/programs.ts";
import { startCluster } from "../storage-drivers/postgres/cluster.ts";

/** Texts that end a statement, a literal, an array, a COPY or a pattern in a database. */
const HOSTILE = [
  "'; DROP TABLE postern.records; --",
  '"; DROP SCHEMA postern CASCADE; --',
  "\\'; SELECT pg_sleep(9); --",
  "$1",
  "$$; TRUNCATE postern.records; $$",
  "E'\\x27'",
  '{"a","b"}',
  "a\tb\\N\\.",
  "%_%",
  "' OR '1'='1",
  "\u2019; DROP TABLE x",
  "/* */ UNION SELECT value FROM postern.records",
];

describe.skipIf(!has("postgresql"))("hostile texts in a store in PostgreSQL", () => {
  it("are only texts, in names that are searched, in filters and in values", async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const url = cluster.database();
    const { admin, stop } = await testGateway({
      ...{ plugins: [bases(), chats(), tasks()], storage: postgres({ url }) },
    });
    onTestFinished(stop);
    const post = async (id: string, input: object) => {
      const { status, body } = await admin.post(id, input);
      expect([id, input, status]).toEqual([id, input, 200]);
      return body;
    };
    const props = [{ name: "title", type: "text" }];
    const { base } = await post("bases.create", { name: "x", props });
    for (const text of HOSTILE) {
      const { list } = await post("chats.lists.create", { name: text, mode: "static" });
      expect((await post("chats.lists.show", { list: text })).list.id).toBe(list.id);
      const { task } = await post("tasks.create", { title: text, idempotencyKey: text.replaceAll(/[^\w]/g, "_") });
      expect((await post("tasks.show", { taskId: task.id })).task.title).toBe(text);
      await post("bases.rows.create", { base: base.id, values: { title: text } });
      const filter = { match: "all", where: [{ field: "title", op: "eq", value: text }] };
      const { rows } = await post("bases.rows.list", { base: base.id, filter });
      expect(rows.map(({ values }: { values: { title: string } }) => values.title)).toEqual([text]);
    }
    expect((await post("tasks.list", { limit: "500" })).total).toBe(HOSTILE.length);
    expect((await post("bases.rows.list", { base: base.id, limit: "500" })).total).toBe(HOSTILE.length);
  });
});
