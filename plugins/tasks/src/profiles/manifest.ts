import { type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { MAX_FILES } from "./limits.ts";
import { CHECK, FILE, ID, INPUT, type Naming, ROLE } from "./names.ts";

const named = ({ pattern, words }: Naming) => T.String({ pattern, description: words });
const text = (maxLength: number, description: string) => T.String({ minLength: 1, maxLength, description });
const closed = { additionalProperties: false } as const;

const Runtime = T.Object(
  {
    agent: T.Optional(text(128, "Configured name of the coding agent that works on the task")),
    model: T.Optional(text(128, "Model that the agent uses")),
    cwd: T.Optional(text(500, "Working folder of the agent, relative to the workspace, separated by /")),
    timeoutMinutes: T.Optional(T.Integer({ minimum: 1, maximum: 10_080, description: "Time limit in minutes" })),
    attempts: T.Optional(
      T.Integer({ minimum: 1, maximum: 10, description: "Maximum number of attempts before the task fails" }),
    ),
    access: T.Optional(
      T.Union([T.Literal("read"), T.Literal("write")], {
        description: "Whether the agent may change files; write by default",
      }),
    ),
  },
  { ...closed, description: "Runtime settings for the runner" },
);

const Input = T.Object(
  {
    description: text(500, "Description of the input"),
    required: T.Optional(T.Boolean({ description: "Whether rendering requires a value" })),
    default: T.Optional(text(10_000, "Value used if none is given")),
    choices: T.Optional(
      T.Array(text(500, "An allowed value"), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "The allowed values",
      }),
    ),
  },
  closed,
);

const Check = T.Object(
  {
    id: named(CHECK),
    description: text(500, "Condition that must hold before the task is done"),
    command: T.Optional(
      T.Array(text(1_000, "The program or an argument"), {
        minItems: 1,
        maxItems: 50,
        description:
          "Program and arguments, run by the runner without a shell; exit status 0 means that the check passed",
      }),
    ),
  },
  closed,
);

/** The contents of `profile.json`. */
export const Manifest = T.Object(
  {
    $schema: T.Optional(T.String({ maxLength: 500, description: "JSON Schema for editors" })),
    version: T.Literal(1, { description: "Version of the manifest format" }),
    id: named(ID),
    name: text(200, "Display name"),
    description: text(2_000, "Purpose and effect of the profile"),
    runtime: T.Optional(described(Runtime, "Runtime settings for the runner")),
    templates: T.Record(T.String({ pattern: ROLE.pattern }), named(FILE), {
      ...closed,
      minProperties: 1,
      maxProperties: MAX_FILES,
      description:
        "Markdown files by role: brief (required) is the first text for the agent, rules apply throughout, done " +
        "defines when the task is finished, summary defines the format of the report. Other names are free to use",
    }),
    inputs: T.Optional(
      T.Record(T.String({ pattern: INPUT.pattern }), Input, {
        ...closed,
        maxProperties: 50,
        description: "Values that templates can use as {{input.name}}, in addition to the task",
      }),
    ),
    checks: T.Optional(
      T.Array(Check, { maxItems: 50, description: "Conditions that must hold before the task is done" }),
    ),
  },
  { ...closed, title: "Task profile" },
);
export type Manifest = Static<typeof Manifest>;

export const MANIFEST_FILE = "profile.json";
export const SCHEMA_FILE = "profile.schema.json";

/** The same as a JSON Schema file for editors, which init writes next to the manifest. */
export const manifestSchema = (): string =>
  `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...Manifest }, undefined, 2)}\n`;
