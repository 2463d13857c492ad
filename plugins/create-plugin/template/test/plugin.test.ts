import { type TestGateway, testGateway, testOperations } from "@postern/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import plugin, { itemCreated } from "../src/index.ts";

// Tests keys, scopes, missing and unknown fields, dry runs and the response schema of each operation.
testOperations(() => ({ plugins: [plugin()] }), { describe, it });

const tea = { text: "tea" };

describe("an item", () => {
  let test: TestGateway<[ReturnType<typeof plugin>]>;
  beforeEach(async () => {
    test = await testGateway({ plugins: [plugin()] });
  });
  afterEach(() => test.stop());

  it("shows a plan in a dry run without writing anything", async () => {
    const { admin } = test;
    const { body } = await admin.post("my-group.create", tea, { "x-dry-run": "true" });
    expect(body.plan.summary).toBe('Create the item "tea"');
    expect((await admin.post("my-group.list", {})).body.items).toEqual([]);
  });

  it("is listed and emits an event when it is created", async () => {
    const { admin, gateway } = test;
    const reported = new Promise<string>((resolve) => gateway.on(itemCreated, ({ data }) => resolve(data.item.text)));
    const { item } = (await admin.post("my-group.create", tea)).body;
    expect((await admin.post("my-group.list", {})).body.items).toEqual([item]);
    expect(await reported).toBe("tea");
  });

  it("is refused if another item has the same text", async () => {
    const { admin } = test;
    await admin.post("my-group.create", tea);
    const { status, body } = await admin.post("my-group.create", tea);
    expect([status, body.code]).toEqual([409, "my-group.item_exists"]);
  });
});
