import { type TestGateway, testGateway, testOperations } from "@postern/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import plugin, { itemCreated } from "../src/index.ts";

// Keys, scopes, missing and unknown fields, dry runs and the shape of each answer.
testOperations(() => ({ plugins: [plugin()] }), { describe, it });

const tea = { text: "tea" };

describe("an item", () => {
  let test: TestGateway<[ReturnType<typeof plugin>]>;
  beforeEach(async () => {
    test = await testGateway({ plugins: [plugin()] });
  });
  afterEach(() => test.stop());

  it("is shown as a plan first, which writes nothing", async () => {
    const { admin } = test;
    const { body } = await admin.post("my-group.create", tea, { "x-dry-run": "true" });
    expect(body.plan.summary).toBe('Create the item "tea"');
    expect((await admin.post("my-group.list", {})).body.items).toEqual([]);
  });

  it("is listed and reported when it was created", async () => {
    const { admin, gateway } = test;
    const reported = new Promise<string>((resolve) => gateway.on(itemCreated, ({ data }) => resolve(data.item.text)));
    const { item } = (await admin.post("my-group.create", tea)).body;
    expect((await admin.post("my-group.list", {})).body.items).toEqual([item]);
    expect(await reported).toBe("tea");
  });

  it("is refused where another one says the same", async () => {
    const { admin } = test;
    await admin.post("my-group.create", tea);
    const { status, body } = await admin.post("my-group.create", tea);
    expect([status, body.code]).toEqual([409, "my-group.item_exists"]);
  });
});
