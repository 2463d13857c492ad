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

  it("is refused with the same reason at any size if it is not JSON", async () => {
    const user = newUser();
    await user.run("init");
    const refused = "is not a JSON object: it does not begin with {\n";
    for (const lines of [1, 5_000]) {
      const csv = `name,note\n${'Ann,"see [[Acme{{" [1\n'.repeat(lines)}`;
      const { code, err } = await user.runWith({}, csv, "chats", "create", "--input", "-");
      expect({ code, err }).toEqual({ code: 2, err: `--input - ${refused}` });
      const inField = await user.runWith({}, csv, "bases", "rows", "create", "b", "--values-file", "-");
      expect(inField.err).toMatch(/^--values must be JSON, such as /);
      expect(inField.err).not.toContain("nested");
    }
  });
});
