import { createCaller, type Manifest } from "@postern/core";
import { assertKnownTypes, defineTypeNotFound, readableTypes, typeMatcher } from "@postern/kit/cloudevents";
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

const events = [
  { type: "chats.chat.created", scope: "chats:read" },
  { type: "chats.message.created", scope: "chats:read" },
  { type: "tasks.task.created", scope: "tasks:read" },
] as unknown as Manifest["events"];

it("lists the types that match a glob and that the caller may read", () => {
  const caller = createCaller({ contextId: "ctx_1", chain: [["chats:read"]] });
  expect(readableTypes(caller, { events }, ["chats.chat.*", "tasks.**"])).toEqual(["chats.chat.created"]);
  expect(readableTypes(caller, { events }, ["**"])).toEqual(["chats.chat.created", "chats.message.created"]);
  expect(readableTypes(caller, { events }, [])).toEqual([]);
});

it.each([
  ["chats.mesage.created", "chats.message.created"],
  ["chat.**", "chats.**"],
  ["nothing.like.it.at.all", undefined],
])("refuses the glob %s with the error of the group, and suggests %s", (glob, nearest) => {
  const NotFound = defineTypeNotFound("birds");
  expect(() => assertKnownTypes({ events }, ["chats.**", glob], NotFound)).toThrow(
    expect.objectContaining({
      code: "birds.type_not_found",
      status: 404,
      data: { eventType: glob, ...(nearest !== undefined && { nearest }) },
    }),
  );
  expect(() => assertKnownTypes({ events }, ["chats.**", "**.created"], NotFound)).not.toThrow();
});
