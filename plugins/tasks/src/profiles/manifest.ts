import { type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { MOST_FILES } from "./limits.ts";
import { CHECK, FILE, ID, INPUT, type Naming, ROLE } from "./names.ts";

const named = ({ pattern, words }: Naming) => T.String({ pattern, description: words });
const text = (maxLength: number, description: string) => T.String({ minLength: 1, maxLength, description });
const closed = { additionalProperties: false } as const;

const Runtime = T.Object(
  {
    agent: T.Optional(text(128, "The coding agent that works on the task, by its configured name")),
    model: T.Optional(text(128, "The model that it works with")),
    cwd: T.Optional(text(500, "Where it works: a folder relative to the workspace, separated by /")),
    timeoutMinutes: T.Optional(T.Integer({ minimum: 1, maximum: 10_080, description: "How long it may work" })),
    attempts: T.Optional(
      T.Integer({ minimum: 1, maximum: 10, description: "How often it may begin before the task counts as failed" }),
    ),
    access: T.Optional(
      T.Union([T.Literal("read"), T.Literal("write")], {
        description: "Whether it may change files; write unless said",
      }),
    ),
  },
  { ...closed, description: "How the task is run" },
);

const Input = T.Object(
  {
    description: text(500, "What is asked for"),
    required: T.Optional(T.Boolean({ description: "Whether a task cannot do without it" })),
    default: T.Optional(text(10_000, "Its value where none is given")),
    choices: T.Optional(
      T.Array(text(500, "A value"), { minItems: 1, maxItems: 50, uniqueItems: true, description: "No other values" }),
    ),
  },
  closed,
);

const Check = T.Object(
  {
    id: named(CHECK),
    description: text(500, "What must hold before the task is done"),
    command: T.Optional(
      T.Array(text(1_000, "A program or an argument"), {
        minItems: 1,
        maxItems: 50,
        description: "A program and its arguments, no shell, that ends with 0 if it holds; the runner runs it",
      }),
    ),
  },
  closed,
);

/** What `profile.json` holds. */
export const Manifest = T.Object(
  {
    $schema: T.Optional(T.String({ maxLength: 500, description: "For editors" })),
    version: T.Literal(1, { description: "Of this format" }),
    id: named(ID),
    name: text(200, "How people call it"),
    description: text(2_000, "When to take it, and what it does"),
    runtime: T.Optional(described(Runtime, "How it is run")),
    templates: T.Record(T.String({ pattern: ROLE.pattern }), named(FILE), {
      ...closed,
      minProperties: 1,
      maxProperties: MOST_FILES,
      description:
        "Markdown files by what they are for: brief (needed) is what the agent is told first, rules hold throughout, " +
        "done says when it is finished, summary how it reports; other names are the profile's own",
    }),
    inputs: T.Optional(
      T.Record(T.String({ pattern: INPUT.pattern }), Input, {
        ...closed,
        maxProperties: 50,
        description: "What templates may ask for as {{input.name}}, beside the task itself",
      }),
    ),
    checks: T.Optional(T.Array(Check, { maxItems: 50, description: "What must hold before the task is done" })),
  },
  { ...closed, title: "Profile of tasks" },
);
export type Manifest = Static<typeof Manifest>;

export const MANIFEST_FILE = "profile.json";
export const SCHEMA_FILE = "profile.schema.json";

/** The same as JSON Schema, which init puts beside a manifest, so that editors complete and check it. */
export const manifestSchema = (): string =>
  `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...Manifest }, undefined, 2)}\n`;
