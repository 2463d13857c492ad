import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { expectEqual, openSide } from "./gateway.ts";

describe("two linked gateways", () => {
  it("exchange ten thousand records in portions while serving other requests", async () => {
    const a = await openSide();
    const b = await openSide();
    for (let n = 0; n < 10_000; n += 500)
      await b.post("notes.put", {
        notes: Array.from({ length: 500 }, (_, k) => ({ id: `n${n + k}`, text: `note ${n + k}` })),
      });
    for (const side of [a, b]) await side.enable();
    await a.link(b, b.url);
    await until(async () => expect((await a.status()).inbox).toMatchObject({ applied: 10_000, pending: 0 }), 200_000);
    await expectEqual(a, b, 10_000);
    expect(a.bySync()).toHaveLength(10_000);
    expect(b.bySync()).toHaveLength(0);
  });
});
