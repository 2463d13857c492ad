import { describe, expect, it } from "vitest";
import { inPortions } from "../../run/portions.ts";
import { openGateway } from "./gateway.ts";

const url = "https://example.com/events?token=t0ken";

describe("a hook", () => {
  it("is refused beyond the limit of 1,000 hooks", async () => {
    const fixture = await openGateway();
    const made = await inPortions(Array.from({ length: 1_000 }), () => fixture.hook(url));
    const refused = await fixture.admin.post("hooks.create", { url, types: ["**"] });
    expect(refused).toMatchObject({ status: 409, body: { code: "hooks.too_many", limit: 1_000 } });
    await fixture.post("hooks.remove", { id: made[0]?.hook.id, execute: true });
    await fixture.hook(url);
  });
});
