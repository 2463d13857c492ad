import { describe, expect, it } from "vitest";
import { fits, GLOB } from "../../../plugins/hooks/src/glob.ts";

describe("a glob of event types", () => {
  it.each([
    ["chats.message.created", "chats.message.created", true],
    ["chats.message.created", "chats.message.updated", false],
    ["chats.message.*", "chats.message.created", true],
    ["chats.*", "chats.message.created", false],
    ["*.message.*", "chats.message.created", true],
    ["*.*.*", "chats.message.created", true],
    ["*.*", "chats.message.created", false],
    ["chats.**", "chats.message.created", true],
    ["chats.**", "chats", false],
    ["**", "chats.message.created", true],
    ["**.created", "chats.message.created", true],
    ["chats.**.created", "chats.message.created", true],
    ["chats.**.message.created", "chats.message.created", false],
    ["**.**.**", "chats.message.created", true],
    ["**.**.**.**", "chats.message.created", false],
    ["chat.**", "chats.message.created", false],
    ["hooks.deliveries.*", "hooks.deliveries.died", true],
  ])("%s and %s: %s", (glob, type, expected) => {
    expect(fits(glob, type)).toBe(expected);
  });

  it("is quick, however many stars it has", () => {
    const began = performance.now();
    expect(fits(`${"**.".repeat(42)}x`, `${"a.".repeat(60)}b`)).toBe(false);
    expect(fits("**.**.**.**.**.**.**.**.x", "a.b.c.d.e.f.g.h.i.j.k.l")).toBe(false);
    expect(performance.now() - began).toBeLessThan(200);
  });

  it.each(["", ".", "chats.", ".chats", "chats..x", "chats*", "***", "chats.m*", "cha ts", "(a+)+", "chats.%"])(
    "%j is none",
    (text) => expect(text).not.toMatch(new RegExp(GLOB)),
  );
});
