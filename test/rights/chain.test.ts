import context from "@postern/context";
import type { GatewayEvent } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import rules, { chainStopped } from "@postern/rules";
import service from "@postern/service";
import tasks from "@postern/tasks";
import { expect, it, onTestFinished } from "vitest";

it("rules that cause each other several times over end with the budget of their chain, which is reported", async () => {
  const plugins = [context(), events(), service(), tasks(), rules({ chainRuns: "10" })];
  const { gateway, admin, advance, stop } = await testGateway({ plugins });
  onTestFinished(stop);
  const stopped: GatewayEvent<{ runs: number; correlationId: string }>[] = [];
  gateway.on(chainStopped, (event) => void stopped.push(event as never));
  for (const name of ["one", "two", "three"]) {
    const action = { operation: "tasks.create", input: { title: name } };
    await admin.post("rules.create", { name, on: { types: ["tasks.task.created"] }, action });
  }
  const count = async () => (await admin.post("tasks.list")).body.total;
  await admin.post("tasks.create", { title: "first" });
  await advance(60_000);
  // The first task, one of each rule because of it, and what the budget allows after those.
  expect(await count()).toBe(1 + 3 + 10);
  expect(stopped.map(({ data }) => data.runs)).toEqual([10]);
  const { findings } = (await admin.post("service.doctor")).body;
  expect(findings).toContainEqual(expect.objectContaining({ id: "rules.loop" }));
  const { rules: all } = (await admin.post("rules.list")).body;
  expect(all.some(({ lastSkipReason }: { lastSkipReason?: string }) => lastSkipReason === "chain")).toBe(true);
  // What happens on its own has a budget of its own.
  await admin.post("tasks.create", { title: "second" });
  await advance(60_000);
  expect(await count()).toBe(2 * (1 + 3 + 10));
});
