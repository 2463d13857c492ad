import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

describe("JSON on the command line", () => {
  it("is refused if it has duplicate members", async () => {
    const user = newUser();
    await user.run("init");
    const twice = '{"title":"a","title":"b"}';
    const result = await user.runWith({}, twice, "chats", "create", "--input", "-");
    expect([result.code, result.out]).toEqual([2, ""]);
    expect(result.err).toContain("two members with the same name");
    expect((await user.json("chats", "list")).total).toBe(0);
  });
});
