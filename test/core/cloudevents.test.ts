import { typeMatcher } from "@postern/core/cloudevents";
import fc from "fast-check";
import { expect, it } from "vitest";

it.each([
  ["chats.message.created", "chats.message.created", true],
  ["chats.message.*", "chats.message.created", true],
  ["chats.*", "chats.message.created", false],
  ["chats.**", "chats.message.created", true],
  ["chats.**", "chats", true],
  ["**", "a.b.c", true],
  ["*", "a.b", false],
  ["**.created", "chats.message.created", true],
  ["**.created", "created", true],
  ["a.**.b.**.c", "a.x.b.y.z.c", true],
  ["a.**.b.**.c", "a.x.c", false],
  ["*.*.*", "a.b.c", true],
])("the glob %s on %s: %s", (glob, type, isMatch) => {
  expect(typeMatcher(glob)(type)).toBe(isMatch);
});

it("matches like the equivalent pattern", () => {
  const part = fc.constantFrom("a", "b", "*", "**");
  const word = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.array(word, { minLength: 1, maxLength: 6 }),
      (wanted, parts) => {
        const pattern = wanted
          .map((one) => (one === "**" ? "(?:\\.[a-c]+)*" : `\\.${one === "*" ? "[a-c]+" : one}`))
          .join("");
        const expected = new RegExp(`^${pattern}$`).test(`.${parts.join(".")}`);
        expect(typeMatcher(wanted.join("."))(parts.join("."))).toBe(expected);
      },
    ),
    { numRuns: 1_000 },
  );
});
