import { testGateway } from "@postern/core/testing";
import jetstream from "@postern/jetstream";
import service from "@postern/service";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

it("the status shows a bridge that cannot connect, with the command that shows more", async () => {
  const { admin, stop } = await testGateway({ plugins: [service(), jetstream()] });
  onTestFinished(stop);
  const input = { label: "Out", servers: ["nats://127.0.0.1:9"], stream: "EVENTS", types: ["jetstream.**"] };
  const { id } = (await admin.post("jetstream.bridges.create", input)).body.bridge;
  const status = async () => JSON.stringify((await admin.post("service.status")).body);
  await until(async () => expect(await status()).toContain("jetstream.failing"));
  expect(await status()).toContain(`postern jetstream bridges show --id ${id}`);
  await admin.post("jetstream.bridges.disable", { id });
  await until(async () => expect(await status()).not.toContain("jetstream.failing"));
});
