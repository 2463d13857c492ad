import type { GatewayOptions, Plugin } from "@postern/core";
import { type Client, type TestGateway, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { derive, type Plugins, plugins, works } from "./keys.ts";

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
async function opened(options: Partial<GatewayOptions<readonly Plugin[]>> = {}): Promise<TestGateway<Plugins>> {
  const test = await testGateway({ ...options, plugins: plugins() });
  stop = test.stop;
  return test;
}

describe("context.revoke", () => {
  it("writes as little for ten thousand keys as for one", async () => {
    const storage = memory();
    const test = await opened({ storage });
    const top = await derive(test, test.admin, { scopes: ["context:write", "notes:read"] });
    const children: Client[] = [];
    for (let done = 0; done < 10_000; done += 500)
      children.push(...(await Promise.all(Array.from({ length: 500 }, () => derive(test, top, {})))));
    const records = (await storage.getKeys("", {})).length;
    const start = performance.now();
    const { body } = await test.admin.post("context.revoke", { id: top.contextId, execute: true });
    const took = performance.now() - start;
    expect(body.revoked).toBe(10_001);
    // The event and the last use of the caller's key, but nothing per child.
    expect((await storage.getKeys("", {})).length - records).toBeLessThanOrEqual(2);
    expect(took).toBeLessThan(5_000);
    for (const child of [children[0], children[9_999]]) expect(await works(child as Client)).toBe(401);
  });
});
