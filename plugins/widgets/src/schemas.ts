import { oneOf, type Static, T } from "@postern/core";
import { always, callersFolder, described, numeric, refersTo, storedMembers } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";

const SLUG = "[a-z0-9][a-z0-9-]{0,62}";
export const SLUG_PATTERN = `^${SLUG}$`;

export const Scope = T.String({
  pattern: SLUG_PATTERN,
  description: "`org` or the slug of a project; by default the current project, or `org` if there is none",
});
export const Slug = T.String({
  pattern: SLUG_PATTERN,
  description: "Name in the library: lowercase letters, digits and dashes; by default made from the folder's name",
});
const toWidget = { list: "widgets.list", names: ["slug", "name"], id: "ref" };
export const Ref = refersTo(
  T.String({ pattern: `^${SLUG}/${SLUG}$`, description: "Reference of the widget, `<scope>/<slug>`" }),
  toWidget,
);
export const VersionedRef = refersTo(
  T.String({
    pattern: `^${SLUG}/${SLUG}(@[1-9][0-9]{0,8})?$`,
    description: "Reference of the widget, `<scope>/<slug>` or `<scope>/<slug>@<version>`",
  }),
  toWidget,
);
export const Version = numeric({ minimum: 1, maximum: 999_999_999 });
const dir = (description: string) =>
  T.String({ minLength: 1, maxLength: 1024, pattern: "^[^\\u0000-\\u001f\\u007f]+$", description });
export const Dir = callersFolder(
  dir("Folder of the widget, relative to the workspace; on the command line, relative to the current directory"),
);
/** For operations that also accept uploaded files, from a machine whose folders the gateway cannot read. */
export const SentDir = callersFolder(
  dir(
    "Folder of the widget, relative to the workspace, or only its name with `files`; on the command line, relative " +
      "to the current directory",
  ),
  "widgets.upload",
);

/** Maximum size of a part of a file, in bytes. */
export const PART_BYTES = 2 ** 20;
export const Part = T.String({
  pattern: "^[0-9a-f]{64}\\.[\\w-]{43}$",
  description: "Name of a part, as returned by widgets.upload",
  examples: [`${"0123456789abcdef".repeat(4)}.${"A".repeat(43)}`],
});
export const SentFile = T.Object({
  path: T.String({ minLength: 1, maxLength: 1024, description: "Path relative to the folder, with `/` as separator" }),
  parts: T.Array(Part, { maxItems: 100, description: "Parts of the file, in order; empty for an empty file" }),
});
export const SentFiles = T.Array(SentFile, {
  maxItems: 500,
  description: "Uploaded files, instead of the files in the workspace",
});
export type SentFiles = Static<typeof SentFiles>;

export const Name = T.String({
  minLength: 1,
  maxLength: 200,
  pattern: "\\S",
  description: "Name of the widget for people",
});
export const Note = T.String({ maxLength: 500, description: "Note about this version" });

const time = (description: string) => T.String({ description: `${description}, in ISO 8601` });
export const Publisher = T.Object({ name: T.String({ description: "Name of the publisher" }) });
export const ProjectOf = T.Object({
  id: T.String({ description: "Id of the project" }),
  slug: T.String({ description: "Slug of the project" }),
  name: T.String({ description: "Name of the project" }),
});

/** The members of widget.json, with their defaults. */
export const Manifest = {
  name: T.String({ description: "Name of the widget" }),
  description: always(T.String({ description: "A description for people" })),
  kind: T.String({ description: "Kind of widget" }),
  externalAllowed: T.Boolean({ description: "Whether the widget may connect to other hosts with https" }),
};

export const Item = T.Object({
  ref: T.String({ description: "Reference of the widget, `<scope>/<slug>`" }),
  version: T.Integer({ description: "Newest version, which is the served one; 0 if none was published" }),
  ...Manifest,
  scope: described(oneOf("org", "project"), "Whether the widget belongs to the organization or to a project"),
  project: always(
    described(ProjectOf, "Project of the widget"),
    { id: "", slug: "", name: "" },
    "the widget belongs to the organization",
  ),
  slug: T.String({ description: "Slug of the widget" }),
  contentHash: T.String({ description: "Hash of the paths and contents of all files" }),
  archived: T.Boolean({ description: "Whether the widget is archived" }),
  publishedAt: always(time("Time when the newest version was published"), "", "none was published"),
  publishedBy: always(described(Publisher, "Publisher of the newest version"), { name: "" }, "none was published"),
  updatedAt: always(time("Time of the last change"), "", "none was published"),
});
export type Item = Static<typeof Item>;

export const VersionOf = T.Object({
  version: T.Integer({ description: "Version number" }),
  contentHash: T.String({ description: "Hash of the paths and contents of all files" }),
  ...Manifest,
  note: T.Optional(T.String({ description: "Note about the version" })),
  restores: T.Optional(T.Integer({ description: "Earlier version that this one restores" })),
  files: T.Integer({ description: "Number of files" }),
  bytes: T.Integer({ description: "Total size in bytes" }),
  publishedAt: time("Time when the version was published"),
  publishedBy: described(Publisher, "Publisher of the version"),
});
export type VersionOf = Static<typeof VersionOf>;

export const PublishedFile = T.Object({
  path: T.String({ description: "Path relative to the folder" }),
  bytes: T.Integer({ description: "Size in bytes" }),
  sha256: T.String({ description: "SHA-256 of the content, in hexadecimal" }),
});
export type PublishedFile = Static<typeof PublishedFile>;

export const Diagnostic = T.Object({
  severity: described(oneOf("error", "warning"), "Severity: an error prevents a publish"),
  file: T.String({ description: "Path relative to the widget's folder" }),
  line: always(
    T.Integer({ description: "Line of the file, starting at 1" }),
    1,
    "the diagnostic is about the whole file",
  ),
  column: always(
    T.Integer({ description: "Column of the line, starting at 1" }),
    1,
    "the diagnostic is about the whole file",
  ),
  message: T.String({ description: "Message" }),
  code: T.String({ description: "Diagnostic code" }),
});
export type Diagnostic = Static<typeof Diagnostic>;
/** Diagnostics with the columns of their list. */
export const Diagnostics = withColumns(T.Array(Diagnostic, { description: "Errors and warnings" }), {
  severity: "status",
  file: "plain",
  line: "plain",
  column: ["plain", 1],
  message: "text",
  code: ["plain", 2],
});
const Finding = T.Object(storedMembers(Diagnostic.properties));
/** A diagnostic of a check, without a position if it is about the whole file. */
export type Finding = Static<typeof Finding>;
