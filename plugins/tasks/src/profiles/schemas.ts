import { oneOf, type Static, T } from "@postern/core";
import { described, refersTo } from "@postern/kit/fields";
import type { Columns } from "@postern/kit/paging";
import { CHECK, FILE, ID, INPUT, ROLE } from "./names.ts";

export const NewProfileId = T.String({ pattern: ID.pattern, description: "Id of the profile" });
/** An existing profile. */
export const ProfileId = refersTo(NewProfileId, { list: "tasks.profiles.list" });

/** In ascending order of precedence. */
export const LEVELS = ["system", "plugin", "user", "workspace"] as const;
export type Level = (typeof LEVELS)[number];
export const Source = oneOf(...LEVELS);
/** The catalogs that are folders and can be changed. */
export const FolderSource = oneOf("workspace", "user");
export type FolderSource = Static<typeof FolderSource>;
export const PresetName = oneOf("doc-first", "brainstorm", "runtime-only", "content");
export type PresetName = Static<typeof PresetName>;

export const Runtime = T.Object({
  agent: T.Optional(T.String({ description: "Configured name of the coding agent that works on the task" })),
  model: T.Optional(T.String({ description: "Model that the agent uses" })),
  cwd: T.Optional(T.String({ description: "Working folder of the agent, relative to the workspace" })),
  timeoutMinutes: T.Optional(T.Integer({ description: "Time limit in minutes" })),
  attempts: T.Optional(T.Integer({ description: "Maximum number of attempts before the task fails" })),
  access: T.Optional(described(oneOf("read", "write"), "Whether the agent may change files (write) or not (read)")),
});

const summary = {
  id: T.String({ description: "Id of the profile", pattern: ID.pattern }),
  name: T.String({ description: "Display name" }),
  description: T.String({ description: "Purpose and effect of the profile" }),
  source: described(Source, "Level of the profile"),
  plugin: T.Optional(T.String({ description: "Name of the plugin that provides it, if source is plugin" })),
  path: T.Optional(
    T.String({ description: "Path of its folder, relative to the workspace or to the user's configuration folder" }),
  ),
  shadows: T.Array(Source, {
    description: "Lower levels with an overridden profile of the same id",
  }),
  runtime: described(Runtime, "Runtime settings for the runner"),
};

/** A profile as a list item. */
export const Profile = T.Object(summary);
export type Profile = Static<typeof Profile>;

const Role = T.String({ pattern: ROLE.pattern });

/** Templates by role, as in the manifest. */
export const Templates = T.Record(
  Role,
  T.Object({
    file: T.String({ description: "Name of the template file", pattern: FILE.pattern }),
    text: T.Optional(
      T.String({ description: "Text of the template; absent if the file cannot be read, see diagnostics" }),
    ),
  }),
);

/** Rendered templates by role. */
export const Rendered = T.Record(
  Role,
  T.Object({
    file: T.String({ description: "Name of the template file" }),
    text: T.String({ description: "The rendered text" }),
  }),
);

export const InputField = T.Object({
  description: T.String({ description: "Description of the input" }),
  required: T.Boolean({ description: "Whether rendering requires a value" }),
  default: T.Optional(T.String({ description: "Value used if none is given" })),
  choices: T.Optional(T.Array(T.String(), { description: "The allowed values" })),
});

export const Check = T.Object({
  id: T.String({ description: "Id of the check", pattern: CHECK.pattern }),
  description: T.String({ description: "Condition that must hold before the task is done" }),
  command: T.Optional(
    T.Array(T.String(), { description: "Program and arguments; exit status 0 means that the check passed" }),
  ),
});

/** A profile with all its details. */
export const ProfileDetails = T.Object({
  ...summary,
  version: T.Integer({ description: "Version of the manifest format" }),
  inputs: T.Record(T.String({ pattern: INPUT.pattern }), InputField, {
    description: "Inputs of the profile, by name",
  }),
  checks: T.Array(Check, { description: "Conditions that must hold before the task is done" }),
  templates: described(Templates, "The templates, by name"),
});
export type ProfileDetails = Static<typeof ProfileDetails>;

export const Diagnostic = T.Object({
  severity: described(oneOf("error", "warning"), "Severity; only errors prevent the use of the profile"),
  profileId: T.Optional(T.String({ description: "Id of the profile; absent for a problem of the catalog" })),
  file: T.Optional(T.String({ description: "Name of the file; absent for a problem of the catalog" })),
  line: T.Optional(T.Integer({ description: "Line, starting at 1; absent for a problem of the whole file" })),
  column: T.Optional(T.Integer({ description: "Column in UTF-16 code units, starting at 1" })),
  message: T.String({ description: "Description of the problem" }),
  code: T.String({ description: "Stable code for programs, for example unknown_placeholder" }),
  source: described(Source, "Level of the profile or catalog"),
});
export type Diagnostic = Static<typeof Diagnostic>;
/** The columns of a list of diagnostics. */
export const diagnosticColumns: Columns<typeof Diagnostic> = {
  severity: "status",
  profileId: ["plain", 1],
  file: "plain",
  line: "plain",
  message: "text",
  code: ["plain", 2],
};
