import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import calendars from "@postern/calendars";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import memory from "@postern/storage-memory";
import sync from "@postern/sync";
import { expect, it, onTestFinished } from "vitest";

const refused: [string, object][] = [
  ["sync.run", {}],
  ["sync.link", { consoleUrl: "http://127.0.0.1:1", connection: "nobody" }],
  ["calendars.sync", { account: "nobody" }],
  ["credentials.connections.check", { connection: "nobody", provider: "github" }],
];

it.each(refused)("%s, refused with an idempotency key, is refused alike when it is repeated", async (id, input) => {
  const folder = mkdtempSync(join(tmpdir(), "postern-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const { admin, stop } = await testGateway({
    plugins: [credentials({ backend: "vault", vault }), sync({ runner: false }), calendars()],
    storage: memory(),
    background: false,
  });
  onTestFinished(stop);
  const answers = [];
  for (let n = 0; n < 3; n++) {
    const { status, body } = await admin.post(id, { ...input, execute: true }, { "idempotency-key": "one" });
    answers.push(`${status} ${body.code}`);
  }
  expect(answers[0]).toMatch(/^40[49] (sync|calendars|credentials)\./);
  expect(new Set(answers).size).toBe(1);
});
