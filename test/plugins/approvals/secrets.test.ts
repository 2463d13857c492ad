import approvals from "@postern/approvals";
import context from "@postern/context";
import { defineCommand, defineGroup, definePlugin, secret, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { approve, proposed, shown } from "./fixture.ts";

const group = defineGroup("doors", { title: "Doors" });
const Code = T.Object({ door: T.String(), code: T.Optional(secret(T.String())) });
const parts = {
  input: T.Object({ doors: T.Array(Code) }),
  output: T.Object({ opened: T.Array(Code) }),
  plan: () => ({ summary: "Open the doors" }),
};
const answer = { opened: [{ door: "front", code: "canary-9d21" }] };
const commands = [
  defineCommand(group, { ...parts, id: "doors.open", summary: "Open doors", execute: () => answer }),
  defineCommand(group, {
    ...parts,
    ...{ id: "doors.call", summary: "Open doors outside", effect: "external", execute: () => answer },
  }),
];

async function opened() {
  const storage = memory();
  const plugins = [approvals(), context(), definePlugin(group, { version: "1.0.0", operations: commands })()];
  const test = await testGateway({ plugins, storage });
  onTestFinished(test.stop);
  const texts = () => storage.range({ start: "", end: "\uffff", limit: 10_000 }) as { value: string }[];
  return { ...test, agent: await test.client(["propose:*"]), text: () => texts().map(({ value }) => value) };
}

it.each(["doors.open", "doors.call"])("a secret within the input of %s is not kept in a proposal", async (id) => {
  const { admin, agent, text } = await opened();
  const { body } = await agent.post(id, { doors: [{ door: "front" }, { door: "back", code: "canary-1c55" }] });
  expect(body).toMatchObject({ status: 400, issues: [{ path: "/doors/1/code", code: "secret" }] });
  expect((await admin.post("approvals.list")).body.total).toBe(0);
  expect(text().join()).not.toContain("canary");
});

it.each(["doors.open", "doors.call"])("a secret within the answer of %s is not stored", async (id) => {
  const { admin, agent, text } = await opened();
  const asked = await proposed(agent, id, { doors: [{ door: "front" }] });
  await approve(admin, asked);
  await until(async () => expect((await shown(admin, asked)).status).toBe("executed"));
  expect((await shown(admin, asked)).outcome).toEqual({ answer: { opened: [{ door: "front" }] } });
  const headers = { "idempotency-key": "once" };
  const input = { doors: [{ door: "back", code: "canary-77aa" }], execute: true };
  expect((await admin.post(id, input, headers)).body).toEqual(answer);
  expect((await admin.post(id, input, headers)).body).toEqual({ opened: [{ door: "front" }] });
  expect(text().join()).not.toContain("canary");
});
