import type { TSchema } from "@sinclair/typebox";
import type { KeywordDefinition } from "ajv";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { known } from "../storage/index.ts";
import type { Issue } from "./errors.ts";

/** Turns the text of a `numeric` field into its number, once its pattern has passed it. */
const range: KeywordDefinition = {
  keyword: "x-range",
  type: "string",
  modifying: true,
  errors: false,
  compile([minimum, maximum]: [number, number]) {
    return (text: string, ctx?: DataValidationCxt) => {
      const number = /^[0-9.]+$/.test(text) ? Number(text) : Number.NaN;
      if (!(number >= minimum && number <= maximum)) return false;
      if (ctx) ctx.parentData[ctx.parentDataProperty] = number;
      return true;
    };
  },
};

/**
 * Schemas are compiled at their first use, and Ajv keeps them: a gateway of a thousand operations starts without
 * compiling any. That a schema is one is seen by `testOperations`: here, checking each against the schema of schemas would cost every start.
 */
const settings = { meta: false, validateSchema: false, allowUnionTypes: true, ownProperties: true } as const;

/** Keywords that only say something. */
const NOTES = ["x-secret", "x-folder", "x-must", "x-list", "x-if"];

/** Inputs are read: defaults come in, numeric texts become numbers, and every fault is told. */
const reader = { ...settings, useDefaults: true, allErrors: true, verbose: true };
const reading = new Ajv2020({ ...reader, keywords: [range, ...NOTES] });

/** Answers and configured values are looked at and left as they are. */
const looking = new Ajv2020({ ...settings, validateFormats: false, keywords: ["x-range", ...NOTES] });

/** Makes a `format` known that inputs may have; what is to be right is said by `x-must` beside it. */
export const defineFormat = (name: string, fits: (text: string) => boolean): void => void reading.addFormat(name, fits);

/** Enough for a reader to mend the call; a body with a thousand faults does not get a thousand lines back. */
const MOST_ISSUES = 20;

const CHOICES = ["anyOf", "oneOf", "not"];
/** Whose fault is told in the schema's own words, where it has some. */
const SPOKEN = ["pattern", "format", "minLength", ...CHOICES];

/** Reads an input in place: fills in defaults, turns numeric texts into numbers; answers what is wrong with it. */
export const read = (schema: TSchema, value: unknown): Issue[] => faultsOf(reading, schema, value);

/** Answers what is wrong with a value, which stays as it is. */
export const check = (schema: TSchema, value: unknown): Issue[] => faultsOf(looking, schema, value);

function faultsOf(ajv: Ajv2020, schema: TSchema, value: unknown): Issue[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : issuesOf(validate.errors ?? []);
}

/** Throws where a record, or the data of an event, does not fit its schema; not with the value, which may be secret. */
export function assertFits(name: string, schema: TSchema, data: unknown): void {
  const issues = check(schema, known(data, 1)).map(({ path, message }) => `${path || "/"} ${message}`);
  if (issues.length > 0)
    throw new TypeError(`What is written as ${name} does not fit its schema: ${issues.join("; ")}`);
}

function issuesOf(errors: readonly ErrorObject[]): Issue[] {
  const issues = errors
    .filter(isTold(errors))
    .slice(0, MOST_ISSUES)
    .map((error) => ({
      path: pathOf(error),
      code: error.keyword === "x-range" ? "range" : error.keyword,
      message: messageOf(error),
    }));
  // What breaks two rules of a field that has one text for both is told once.
  const isSame = (left: Issue, right: Issue) => left.path === right.path && left.message === right.message;
  return issues.filter((issue, at) => issues.findIndex((other) => isSame(other, issue)) === at);
}

/** What `x-must` says of a choice stands for all that its alternatives lack; a condition (`x-if`) by what it asks for. */
function isTold(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const choices = errors.filter(({ keyword, parentSchema }) => CHOICES.includes(keyword) && parentSchema?.["x-must"]);
  const isInside = ({ schemaPath, instancePath }: ErrorObject) =>
    choices.some((one) => schemaPath.startsWith(`${one.schemaPath}/`) && instancePath.startsWith(one.instancePath));
  return (error) => !Object.hasOwn(Object(error.parentSchema), "x-if") && !isInside(error);
}

/** A missing or unknown member is told at its own place, so that the path always names the field to mend. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const member = params.missingProperty ?? params.additionalProperty;
  return member === undefined ? instancePath : `${instancePath}/${pointer(String(member))}`;
}

const pointer = (name: string): string => name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

function messageOf({ keyword, message = "is not valid", params, schema, parentSchema }: ErrorObject): string {
  const must = parentSchema?.["x-must"];
  const isSpoken =
    SPOKEN.includes(keyword) || (keyword === "required" && !CHOICES.some((word) => word in Object(parentSchema)));
  if (must !== undefined && isSpoken) return String(must);
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "is not a field here";
    case "enum":
      return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
    case "x-range":
      return `must be from ${(schema as number[])[0]} to ${(schema as number[])[1]}`;
    case "type":
    case "pattern":
      return parentSchema && "x-range" in parentSchema ? 'must be a number written as a string, like "50"' : message;
    default:
      return message;
  }
}
