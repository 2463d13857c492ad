import { parseJson } from "@postern/core";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

describe("JSON on the command line", () => {
  it("is refused where it names a member twice, as a body is", async () => {
    const user = newUser();
    await user.run("init");
    const twice = '{"title":"a","title":"b"}';
    const told = await user.runWith({}, twice, "chats", "create", "--input", "-");
    expect([told.code, told.out]).toEqual([2, ""]);
    expect(told.err).toContain("two members with the same name");
    expect((await user.json("chats", "list")).total).toBe(0);
  });

  it("costs a small multiple of what the platform's parser takes", () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      id: n,
      title: `row ${n}`,
      tags: ["a", "b"],
      done: false,
    }));
    const text = JSON.stringify(rows);
    const bytes = Buffer.from(text);
    const least = (work: () => unknown) => {
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 7; round++) {
        const began = process.cpuUsage();
        work();
        const { user, system } = process.cpuUsage(began);
        best = Math.min(best, user + system);
      }
      return best;
    };
    const plain = least(() => JSON.parse(bytes.toString("utf8")));
    const ours = least(() => parseJson(bytes, { values: Number.POSITIVE_INFINITY }));
    expect(ours).toBeLessThan(plain * 6);
  });
});
