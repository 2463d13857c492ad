import type { TSchema } from "@sinclair/typebox";
import type { KeywordDefinition } from "ajv";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import type { Issue } from "./errors.ts";
import { known } from "./storage/index.ts";

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

/** That a schema is one is seen by `testOperations`: here, checking each against the schema of schemas would cost every start. */
const settings = { meta: false, validateSchema: false, allowUnionTypes: true, ownProperties: true } as const;

/** Inputs are read: defaults come in, numeric texts become numbers, and every fault is told. */
const reading = new Ajv2020({
  ...settings,
  useDefaults: true,
  allErrors: true,
  verbose: true,
  keywords: [range, "x-secret", "x-folder"],
});

/** Answers and configured values are looked at and left as they are. */
const looking = new Ajv2020({ ...settings, keywords: ["x-range", "x-secret", "x-folder"] });

/** Enough for a reader to mend the call; a body with a thousand faults does not get a thousand lines back. */
const MOST_ISSUES = 20;

const readers = new WeakMap<TSchema, ValidateFunction>();
const lookers = new WeakMap<TSchema, ValidateFunction>();

/** Compiled at the first use: a gateway of a thousand operations starts without compiling any. */
function compiled(known: WeakMap<TSchema, ValidateFunction>, ajv: Ajv2020, schema: TSchema): ValidateFunction {
  let validate = known.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    known.set(schema, validate);
  }
  return validate;
}

/** Reads an input in place: fills in defaults, turns numeric texts into numbers; answers what is wrong with it. */
export function read(schema: TSchema, value: unknown): Issue[] {
  const validate = compiled(readers, reading, schema);
  return validate(value) ? [] : issuesOf(validate.errors ?? []);
}

/** Answers what is wrong with a value, which stays as it is. */
export function check(schema: TSchema, value: unknown): Issue[] {
  const validate = compiled(lookers, looking, schema);
  return validate(value) ? [] : issuesOf(validate.errors ?? []);
}

/** Throws where a record, or the data of an event, does not fit its schema; not with the value, which may be secret. */
export function assertFits(name: string, schema: TSchema, data: unknown): void {
  const issues = check(schema, known(data, 1)).map(({ path, message }) => `${path || "/"} ${message}`);
  if (issues.length > 0)
    throw new TypeError(`What is written as ${name} does not fit its schema: ${issues.join("; ")}`);
}

function issuesOf(errors: readonly ErrorObject[]): Issue[] {
  return errors.slice(0, MOST_ISSUES).map((error) => ({
    path: pathOf(error),
    code: error.keyword === "x-range" ? "range" : error.keyword,
    message: messageOf(error),
  }));
}

/** A missing or unknown member is told at its own place, so that the path always names the field to mend. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const member = params.missingProperty ?? params.additionalProperty;
  return member === undefined ? instancePath : `${instancePath}/${pointer(String(member))}`;
}

const pointer = (name: string): string => name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

function messageOf({ keyword, message = "is not valid", params, schema, parentSchema }: ErrorObject): string {
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
