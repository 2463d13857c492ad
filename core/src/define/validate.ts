import type { TSchema } from "@sinclair/typebox";
import type { KeywordDefinition } from "ajv";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { known } from "../storage/index.ts";
import { issuesText } from "./error.ts";
import type { Issue } from "./errors.ts";

/** Checks the range of a `numeric` field, and converts its text to its number, after its pattern has matched. */
const range: KeywordDefinition = {
  keyword: "x-range",
  type: ["string", "number"],
  modifying: true,
  errors: false,
  compile([minimum, maximum]: [number, number]) {
    return (sent: string | number, ctx?: DataValidationCxt) => {
      const number = typeof sent === "number" || /^[0-9.]+$/.test(sent) ? Number(sent) : Number.NaN;
      if (!(number >= minimum && number <= maximum)) return false;
      if (ctx) ctx.parentData[ctx.parentDataProperty] = number;
      return true;
    };
  },
};

/**
 * Ajv compiles schemas at their first use and keeps them, so a gateway with a thousand operations starts without
 * compiling any. Schemas are not validated against the meta-schema here, which would slow down every start:
 * `testOperations` does it. Ajv's optimizer would take a third of the time of compiling, and V8 optimizes anyway.
 */
const code = { optimize: false } as const;
const settings = { meta: false, validateSchema: false, allowUnionTypes: true, ownProperties: true } as const;

/** Keywords that are annotations only. */
const NOTES = ["x-secret", "x-must", "x-list", "x-if", "x-presentation"];

/** Inputs are parsed: defaults are filled in, numeric strings become numbers, and every problem is reported. */
const reader = { ...settings, code, useDefaults: true, allErrors: true, verbose: true };
const reading = new Ajv2020({ ...reader, keywords: [range, ...NOTES] });

/** Answers and configured values are checked and left unchanged. */
const checking = new Ajv2020({ ...settings, code, validateFormats: false, keywords: ["x-range", ...NOTES] });

/** Registers a `format` for inputs. Add `x-must` to the schema to say what is valid. */
export const defineFormat = (name: string, fits: (text: string) => boolean): void => void reading.addFormat(name, fits);

/** Enough to fix the call: a body with a thousand problems does not get a thousand lines back. */
const MAX_ISSUES = 20;

const CHOICES = ["anyOf", "oneOf", "not"];
/** Keywords whose problem is reported in the schema's own words (`x-must`), if it has any. */
const OWN_TEXT = ["pattern", "format", "minLength", ...CHOICES];

/** Parses an input in place: fills in defaults, converts numeric strings. Returns its problems. */
export const read = (schema: TSchema, value: unknown): Issue[] => issuesIn(reading, schema, value);

/** Returns the problems of a value, which stays unchanged. */
export const check = (schema: TSchema, value: unknown): Issue[] => issuesIn(checking, schema, value);

function issuesIn(ajv: Ajv2020, schema: TSchema, value: unknown): Issue[] {
  return ajv.validate(schema, value) ? [] : issuesOf(ajv.errors ?? []);
}

/**
 * Throws if a record, or the data of an event, does not match its schema. The value is not in the message, since it may
 * be secret.
 */
export function assertValid(name: string, schema: TSchema, data: unknown): void {
  const issues = check(schema, known(data, 1));
  if (issues.length > 0) throw new TypeError(`${name} does not match its schema: ${issuesText(issues)}`);
}

function issuesOf(errors: readonly ErrorObject[]): Issue[] {
  const issues = errors
    .filter(isReported(errors))
    .slice(0, MAX_ISSUES)
    .map((error) => ({
      path: pathOf(error),
      code: error.keyword === "x-range" ? "range" : error.keyword,
      message: messageOf(error),
    }));
  // Two rules of a field with the same message are reported once.
  const isSame = (left: Issue, right: Issue) => left.path === right.path && left.message === right.message;
  return issues.filter((issue, at) => issues.findIndex((other) => isSame(other, issue)) === at);
}

/**
 * Whether a problem is reported. The `x-must` of a choice replaces the problems of its alternatives; a condition
 * (`x-if`) is reported by its consequence.
 */
function isReported(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const choices = errors.filter(({ keyword, parentSchema }) => CHOICES.includes(keyword) && parentSchema?.["x-must"]);
  const isInside = ({ schemaPath, instancePath }: ErrorObject) =>
    choices.some((one) => schemaPath.startsWith(`${one.schemaPath}/`) && instancePath.startsWith(one.instancePath));
  return (error) => !Object.hasOwn(Object(error.parentSchema), "x-if") && !isInside(error);
}

/** The path of a missing or unknown member is its own, so that it always names the field to fix. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const member = params.missingProperty ?? params.additionalProperty;
  return member === undefined ? instancePath : `${instancePath}/${pointer(String(member))}`;
}

const pointer = (name: string): string => name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

function messageOf({ keyword, message = "is not valid", params, schema, parentSchema }: ErrorObject): string {
  const must = parentSchema?.["x-must"];
  const hasOwnText =
    OWN_TEXT.includes(keyword) || (keyword === "required" && !CHOICES.some((word) => word in Object(parentSchema)));
  if (must !== undefined && hasOwnText) return String(must);
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") return "is not a known field";
  if (keyword === "enum") return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
  if (keyword === "x-range") return `must be from ${(schema as number[])[0]} to ${(schema as number[])[1]}`;
  const isNumber = (keyword === "type" || keyword === "pattern") && "x-range" in Object(parentSchema);
  if (!isNumber) return message;
  return `must be a number ${parentSchema?.type === "string" ? 'written as a string, like "50"' : 'like 50 or "50"'}`;
}
