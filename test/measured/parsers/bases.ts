import { testOf } from "../../../plugins/bases/src/query/condition.ts";
import { checkLines } from "../../../plugins/bases/src/transfer/check-lines.ts";
import { sentFile } from "../../../plugins/bases/src/transfer/file.ts";
import { linesOf } from "../../../plugins/bases/src/transfer/source.ts";
import { typeOf } from "../../../plugins/bases/src/types/index.ts";
import { parser, refusing } from "./types.ts";

const property = (type: string, config: object = {}) => ({
  ...{ id: `prop_${type}`, key: type, name: type, type, config, required: false, position: 0 },
});
const OPTIONS = { options: Array.from({ length: 500 }, (_, n) => ({ id: `opt_${n}`, name: `option ${n}` })) };
const TYPES = ["text", "url", "email", "phone", "person", "ref", "number", "checkbox", "date", "multi_select"];
const schema = { properties: TYPES.map((type) => property(type, type === "multi_select" ? OPTIONS : {})) } as never;
const absent = { count: () => 0 } as never;
const call = { caller: "user:a", signal: new AbortController().signal };

const file = (format: "csv" | "xlsx", content: string) => sentFile({} as never, "", { format, content });
const csv = refusing(async (text: string) => checkLines(linesOf(await file("csv", text), call), schema, "csv", absent));
const base64 = refusing((text: string) => file("xlsx", text));
const cell = (type: string) => refusing((text: string) => typeOf(type as never).parse(text, OPTIONS as never));
const filter = refusing(({ field, value, text }: { field: string; value: string[]; text: string }) =>
  testOf({ field, op: "in", value }, schema, "").fits({ prop_text: text }, {} as never),
);

export const bases = [
  parser("CSV of one line of commas", 500_000, (size) => `text\n${",".repeat(size)}`, csv),
  parser("CSV of lines of one character", 50_000, (size) => `text\n${"a\n".repeat(size)}`, csv),
  parser("CSV of blank lines", 500_000, (size) => `text\n${"\n".repeat(size)}`, csv),
  parser("CSV of quotes", 500_000, (size) => `text\n"${'""'.repeat(size)}`, csv),
  parser("CSV of quotes in the wrong place", 20_000, (size) => `text\n${'a"b\n'.repeat(size)}`, csv),
  parser("CSV of line breaks within a cell", 500_000, (size) => `text\n"${"\r".repeat(size)}"`, csv),
  parser("CSV of a long header", 200_000, (size) => "a;,\t".repeat(size / 4), csv),
  parser("CSV of cells of commas", 500_000, (size) => `multi_select\n"${",".repeat(size)}"`, csv),
  parser("CSV of options that are none", 5_000, (size) => `multi_select\n${'"a,b"\n'.repeat(size)}`, csv),
  parser("base64 that is none", 10 * 2 ** 20, (size) => "QU!D".repeat(size / 4), base64),
  parser("base64 of blanks", 10 * 2 ** 20, (size) => "QU D".repeat(size / 4), base64),
  parser("base64 of padding", 10 * 2 ** 20, (size) => "=".repeat(size), base64),
  ...TYPES.flatMap((type) => [
    parser(`a cell of digits as ${type}`, 500_000, (size) => "1".repeat(size), cell(type)),
    parser(`a cell of quotes as ${type}`, 500_000, (size) => '"'.repeat(size), cell(type)),
    parser(`a cell of blanks and dots as ${type}`, 500_000, (size) => " .".repeat(size / 2), cell(type)),
  ]),
  parser(
    "a filter of many values",
    250,
    (size) => ({
      field: "text",
      value: Array.from({ length: size }, (_, n) => "é".repeat(999) + n),
      text: "e".repeat(1_000),
    }),
    filter,
  ),
];
