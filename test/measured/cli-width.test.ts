import { describe, expect, it } from "vitest";
import { cut, padded, wrapped } from "../../plugins/cli/src/output/fit.ts";
import { isWider, widthOf } from "../../plugins/cli/src/output/width.ts";

/** With wide characters and emoji of several code units, 130,000 code units long. */
const LONG = "日本語 Zürich 🎉 ".repeat(10_000);

describe("the width of a text", () => {
  it("counts wide characters twice and colors not at all, also between two parts", () => {
    expect(widthOf("日本")).toBe(4);
    for (let length = 490; length <= 505; length++) {
      expect(widthOf(`${"x".repeat(length)}🎉日`)).toBe(length + 4);
      expect(widthOf(`${"x".repeat(length)}\u001b[31mred\u001b[39m`)).toBe(length + 3);
    }
  });

  it("is measured in a time that grows with the length of the text", () => {
    expect(widthOf(LONG)).toBe(17 * 10_000);
    expect(isWider(LONG, 80)).toBe(true);
    expect(padded(LONG, 80)).toBe(LONG);
  });

  it("limits a long text, which is cut or wrapped", () => {
    expect(widthOf(cut(LONG, 40))).toBeLessThanOrEqual(40);
    expect(cut(LONG, 40)).toMatch(/^日本語 Zürich 🎉 .*…$/u);
    expect(cut("e\u0301".repeat(500), 40)).toBe(`${"e\u0301".repeat(39)}…`);
    const lines = wrapped(LONG, 80);
    expect(lines.every((line) => !isWider(line, 80))).toBe(true);
    expect(lines.join(" ").replaceAll(/\s+/g, " ").trim()).toBe(LONG.trim());
  });
});
