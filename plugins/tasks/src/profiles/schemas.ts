import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { CHECK, FILE, ID, INPUT, ROLE } from "./names.ts";

export const ProfileId = T.String({ pattern: ID.pattern, description: "The profile" });

/** From the one that gives way to all others to the one that wins. */
export const LEVELS = ["system", "plugin", "user", "workspace"] as const;
export type Level = (typeof LEVELS)[number];
export const Source = oneOf(...LEVELS);
/** The catalogs that are folders, and so can be written. */
export const FolderSource = oneOf("workspace", "user");
export type FolderSource = Static<typeof FolderSource>;
export const PresetName = oneOf("doc-first", "brainstorm", "runtime-only", "content");
export type PresetName = Static<typeof PresetName>;

export const Runtime = T.Object({
  agent: T.Optional(T.String({ description: "The coding agent that works on the task, by its configured name" })),
  model: T.Optional(T.String({ description: "The model that it works with" })),
  cwd: T.Optional(T.String({ description: "Where it works, relative to the workspace" })),
  timeoutMinutes: T.Optional(T.Integer({ description: "How long it may work" })),
  attempts: T.Optional(T.Integer({ description: "How often it may begin before the task counts as failed" })),
  access: T.Optional(described(oneOf("read", "write"), "Whether it may only read, or write as well")),
});

const summary = {
  id: T.String({ description: "Its id", pattern: ID.pattern }),
  name: T.String({ description: "Its name" }),
  description: T.String({ description: "A description for people" }),
  source: described(Source, "Its origin"),
  plugin: T.Optional(T.String({ description: "The plugin that brings it, where its source is plugin" })),
  path: T.Optional(
    T.String({ description: "Its folder below the workspace, or below the folder of the user's configuration" }),
  ),
  shadows: T.Array(Source, { description: "Levels that have a profile of this id too, which gives way to this one" }),
  runtime: described(Runtime, "How it is run"),
};

/** A profile in a list. */
export const Profile = T.Object(summary);
export type Profile = Static<typeof Profile>;

const Role = T.String({ pattern: ROLE.pattern });

/** What is told first, what holds throughout …: by what it is for, as the manifest says it. */
export const Templates = T.Record(
  Role,
  T.Object({
    file: T.String({ description: "Path of the file", pattern: FILE.pattern }),
    text: T.Optional(T.String({ description: "Absent where the file cannot be read, which the diagnostics explain" })),
  }),
);

/** Templates that were filled in. */
export const Rendered = T.Record(
  Role,
  T.Object({ file: T.String({ description: "Path of the file" }), text: T.String({ description: "The text" }) }),
);

export const InputField = T.Object({
  description: T.String({ description: "A description for people" }),
  required: T.Boolean({ description: "Whether rendering needs a value for it" }),
  default: T.Optional(T.String({ description: "The value where none is given" })),
  choices: T.Optional(T.Array(T.String(), { description: "The values that it may have" })),
});

export const Check = T.Object({
  id: T.String({ description: "Its id", pattern: CHECK.pattern }),
  description: T.String({ description: "What must hold before the task is done" }),
  command: T.Optional(T.Array(T.String(), { description: "A program and its arguments that ends with 0 if it holds" })),
});

/** A profile with all that is in it. */
export const WholeProfile = T.Object({
  ...summary,
  version: T.Integer({ description: "Of the manifest's format" }),
  inputs: T.Record(T.String({ pattern: INPUT.pattern }), InputField, {
    description: "What the profile asks for, by name",
  }),
  checks: T.Array(Check, { description: "What has to hold before the task is done" }),
  templates: described(Templates, "The templates, by name"),
});
export type WholeProfile = Static<typeof WholeProfile>;

export const Diagnostic = T.Object({
  severity: described(oneOf("error", "warning"), "How bad it is"),
  profileId: T.Optional(T.String({ description: "Absent where it is about a whole catalog" })),
  file: T.Optional(T.String({ description: "Absent where it is about a whole catalog" })),
  line: T.Optional(T.Integer({ description: "From 1; absent where it is about a whole file" })),
  column: T.Optional(T.Integer({ description: "From 1, in UTF-16 units" })),
  message: T.String({ description: "What is wrong, for people" }),
  code: T.String({ description: "Stable, like unknown_placeholder" }),
  source: described(Source, "Its origin"),
});
export type Diagnostic = Static<typeof Diagnostic>;
