import { setTimeout as pause } from "node:timers/promises";
import { testGateway } from "@postern/core/testing";
import jetstream from "@postern/jetstream";
import { LEASE } from "@postern/kit/queue";
import service from "@postern/service";
import { expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { startNats } from "./nats.ts";

it.skipIf(!has("nats-server"))(
  "the status names the command that creates a missing stream, and it starts the bridge",
  async () => {
    const nats = await startNats();
    const lines: string[] = [];
    const keep = (_: object, message: string) => void lines.push(message);
    const log = { debug: keep, info: keep, warn: keep, error: keep };
    const { admin, stop } = await testGateway({ plugins: [service(), jetstream()], log });
    onTestFinished(stop);
    const input = { label: "Out", servers: [nats.url], stream: "EVENTS", types: ["jetstream.**"] };
    const { id } = (await admin.post("jetstream.bridges.create", input)).body.bridge;
    const findings = async () => JSON.stringify((await admin.post("service.status")).body);
    await until(async () =>
      expect(await findings()).toContain(`postern jetstream bridges provision --id ${id} --execute`),
    );
    const bridge = async () => (await admin.post("jetstream.bridges.show", { id })).body.bridge;
    // Longer than its lease, in which it waits for its next attempt.
    const began = performance.now();
    while (performance.now() - began < 2 * LEASE) {
      expect((await bridge()).state).toBe("failing");
      expect(await findings()).toContain("jetstream.failing");
      await pause(100);
    }
    expect(lines.filter((line) => line.includes("NATS"))).toEqual(["The work at NATS failed and will be retried"]);
    await admin.post("jetstream.bridges.provision", { id, execute: true });
    const provisioned = performance.now();
    await until(async () => expect((await bridge()).state).toBe("connected"));
    // The next attempt alone would have been up to half a minute later.
    expect(performance.now() - provisioned).toBeLessThan(8_000);
    expect(lines.filter((line) => line.includes("NATS")).at(-1)).toBe("Connected to NATS");
    expect(await findings()).not.toContain("jetstream.failing");
  },
);
