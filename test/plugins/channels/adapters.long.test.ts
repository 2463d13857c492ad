import { describe, expect, it } from "vitest";
import { openGateway } from "./environment.ts";
import { message, startLoop } from "./loop/server.ts";

describe("a faulty adapter", () => {
  it("leaves capacity for others if it is flooded", async () => {
    const [env, loop, other] = [await openGateway(), await startLoop(), await startLoop()];
    await env.adapter(loop.port, { id: "flood" });
    await env.adapter(other.port);
    const flood = Array.from({ length: 10_000 }, (_, at) =>
      loop.deliver(message("x", { place: { id: `p${at % 50}`, kind: "room" } })),
    );
    expect(await other.deliver(message("A word"))).toMatchObject({ disposition: "created" });
    expect(flood.length).toBe(10_000);
    let stored = 0;
    for (const one of flood) if ((await one).disposition === "created") stored++;
    expect(stored).toBe(10_000);
  });
});
