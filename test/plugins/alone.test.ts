import type { Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { groups } from "../architecture/sources.ts";

describe("each group runs where it is the only one", () => {
  it.each(groups)("%s", async (name) => {
    const { default: make } = (await import(`../../plugins/${name}/src/index.ts`)) as { default: () => Plugin };
    const { gateway, admin, stop } = await testGateway({ plugins: [make()] });
    const own = gateway.manifest.operations.filter(({ group }) => group === name);
    expect(own.length).toBeGreaterThan(0);
    // What is not running answers 503; an operation that runs has something to say of a wrong field.
    for (const { id } of own) {
      const { status, body } = await admin.post(id, { "no such field": 1 });
      expect({ id, status, code: body.code }).toEqual({ id, status: 400, code: "gateway.invalid_input" });
    }
    await stop();
  });
});
