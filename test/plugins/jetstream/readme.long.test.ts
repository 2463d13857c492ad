import { it } from "vitest";
import { has } from "../../run/programs.ts";
import { expectServedSession } from "../../surfaces/session.ts";
import { startNats } from "./nats.ts";

it.skipIf(!has("nats-server"))("the README shows the actual output", async () => {
  const { port } = await startNats();
  await expectServedSession("plugins/jetstream/README.md", "A session", { swaps: { 4222: String(port) } });
});
