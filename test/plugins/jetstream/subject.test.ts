import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterOf, isSubject, matchesFilter, subjectOf } from "../../../plugins/jetstream/src/nats/subject.ts";

describe("the subject of an event", () => {
  it("is rendered from a template", () => {
    const event = { type: "chats.message.created", subject: "msg_1" };
    expect(subjectOf("postern.{type}", event)).toBe("postern.chats.message.created");
    expect(subjectOf("a.{group}-x.{subject}", event)).toBe("a.chats-x.msg_1");
    expect(subjectOf("a.{subject}", { type: "a.b" })).toBe("a._");
    expect(subjectOf("a.{subject}", { type: "a.b", subject: "_" })).toBe("a.%5F");
    expect(subjectOf("a.{subject}", { type: "a.b", subject: "x.y z>é" })).toBe("a.x%2Ey%20z%3E%C3%A9");
  });

  it("is a valid subject below the filter for any event subject", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (subject) => {
        const rendered = subjectOf("p.{group}.{subject}", { type: "chats.chat.created", subject });
        expect(isSubject(rendered)).toBe(true);
        expect(rendered.split(".")).toHaveLength(3);
        expect(matchesFilter("p.chats.*", rendered)).toBe(true);
      }),
    );
  });

  it("differs for different events, also if they are long", () => {
    const of = (subject: string) => subjectOf("p.{subject}", { type: "a.b", subject });
    expect(of(`${"x".repeat(200)}1`)).not.toBe(of(`${"x".repeat(200)}2`));
  });
});

describe("a filter", () => {
  it("covers all subjects of a template", () => {
    expect(filterOf("postern.events.{type}")).toBe("postern.events.>");
    expect(filterOf("a.b-{group}.c")).toBe("a.>");
    expect(filterOf("a.b")).toBe("a.b");
  });

  it.each([
    ["a.>", "a.b", true],
    ["a.>", "a.b.c", true],
    ["a.>", "a", false],
    ["a.*", "a.b", true],
    ["a.*", "a.b.c", false],
    ["*.b", "a.b", true],
    [">", "a", true],
    ["a.b", "a.b", true],
    ["a.b", "a.b.c", false],
  ])("%s against %s: %s", (filter, subject, expected) => expect(matchesFilter(filter, subject)).toBe(expected));

  it("is not a subject to publish to, nor are the server's own subjects", () => {
    for (const text of ["a.*", "a.>", "$JS.API.INFO", "", "a..b", "a b", ".a"]) expect(isSubject(text)).toBe(false);
  });
});
