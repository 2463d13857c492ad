import { T } from "@postern/core";
import { parseFields, pickMembers } from "../../../core/kit/src/paging/list.ts";
import { read } from "../../../core/src/define/validate.ts";
import { parseJson } from "../../../core/src/http/json.ts";
import { faultIn } from "../../../core/src/http/json-fault.ts";
import { queryIn } from "../../../core/src/http/router.ts";
import { placeOf } from "../../../core/src/journal/cursor.ts";
import { createServerSentReader } from "../../../plugins/cli/src/server-sent.ts";
import { parser, refusing } from "./types.ts";

const json = refusing((text: string) => parseJson(Buffer.from(text), { values: 1_000_000 }));
const open = T.Object({ a: T.Optional(T.String()) }, { additionalProperties: true });
const closed = T.Object({ a: T.Optional(T.String()) });
const asking = (query: string) => new Request(`http://localhost/?${query}`);

export const kernel = [
  parser("JSON of open brackets", 60_000, (size) => "[".repeat(size), json),
  parser("JSON of escaped quotes without end", 60_000, (size) => `"${'\\"'.repeat(size / 2)}`, json),
  parser("JSON of members that are alike", 60_000, (size) => `{${'"a":1,'.repeat(size / 6)}"a":1}`, json),
  parser("JSON of backslashes", 1_000_000, (size) => `["${"\\\\".repeat(size / 2)}"]`, json),
  parser("JSON of many short texts", 1_000_000, (size) => `[${'"a",'.repeat(size / 4)}1]`, json),
  parser("the place of a fault in JSON", 60_000, (size) => `{${'"a":{},'.repeat(size / 7)}`, faultIn),
  parser(
    "a query of many names",
    20_000,
    (size) => asking([...Array(size).keys()].join("&")),
    refusing((request) => queryIn(request, closed)),
  ),
  parser(
    "an open query of many names",
    20_000,
    (size) => asking([...Array(size).keys()].join("&")),
    refusing((request) => queryIn(request, open)),
  ),
  parser("a cursor of digits", 1_000_000, (size) => `${"1".repeat(size)}.`, placeOf),
  parser(
    "a list of fields",
    1_000_000,
    (size) => "id,".repeat(size / 3),
    refusing((fields) => parseFields(fields, ["id"])),
  ),
  parser(
    "fields that are unknown",
    1_000_000,
    (size) => ",".repeat(size),
    refusing((fields) => pickMembers({}, parseFields(fields, ["id"]))),
  ),
  parser(
    "an input of unknown members",
    50_000,
    (size) => Object.fromEntries(Array.from({ length: size }, (_, n) => [`m${n}`, 1])),
    (input) => read(closed, input),
  ),
  parser(
    "server-sent events in pieces of a character",
    100_000,
    (size) => "x".repeat(size),
    (text) => {
      const take = createServerSentReader(
        () => {},
        () => {},
      );
      for (const piece of text) take(piece);
    },
  ),
];
