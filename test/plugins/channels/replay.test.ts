import channels from "@postern/channels";
import { testGateway } from "@postern/core/testing";
import { expect, it, onTestFinished } from "vitest";

it("marks the answer of a repeated stop as a replay", async () => {
  const { admin, stop } = await testGateway({ plugins: [channels({ role: "gateway" })] });
  onTestFinished(() => stop());
  const send = () => admin.post("channels.stop", {}, { "idempotency-key": "one" });
  const { body: first } = await send();
  expect(first).toMatchObject({ action: "stop", changed: false, reason: "not_running" });
  const { status, body: again } = await send();
  expect(status).toBe(200);
  expect(again).toEqual({
    ...first,
    reason: "Replay of an earlier stop with the same Idempotency-Key; not_running",
  });
});
