import { oneOf, type Static, T } from "@postern/core";
import { always, described, kept } from "@postern/core/fields";

const SLUG = "[a-z0-9][a-z0-9-]{0,62}";
export const SLUG_PATTERN = `^${SLUG}$`;

export const Scope = T.String({
  pattern: SLUG_PATTERN,
  description: "`org`, or the slug of a project; the known project, else org, where none is named",
});
export const Slug = T.String({
  pattern: SLUG_PATTERN,
  description: "Its name in the library: small letters, digits and dashes; the folder's name where none is given",
});
export const Ref = T.String({ pattern: `^${SLUG}/${SLUG}$`, description: "`<scope>/<slug>`" });
export const VersionedRef = T.String({
  pattern: `^${SLUG}/${SLUG}(@[1-9][0-9]{0,8})?$`,
  description: "`<scope>/<slug>`, or `<scope>/<slug>@<version>`",
});
export const Version = T.Integer({ minimum: 1, maximum: 999_999_999 });
export const Dir = T.String({
  minLength: 1,
  maxLength: 1024,
  pattern: "^[^\\u0000-\\u001f\\u007f]+$",
  description: "The widget's folder, in the workspace; on the command line, relative to the current directory",
  "x-folder": true,
});
/** Operations that take the files of a folder also from a machine that the gateway does not see. */
export const SentDir = T.String({
  ...Dir,
  description:
    "The widget's folder, in the workspace, or its name alone with `files`; on the command line, relative to the current directory",
  "x-folder": "widgets.upload",
});

/** Bytes of a part of a file, at most. */
export const PART_BYTES = 2 ** 20;
export const Part = T.String({
  pattern: "^[0-9a-f]{64}\\.[\\w-]{43}$",
  description: "A part of a file, as widgets.upload named it to you",
  examples: [`${"0123456789abcdef".repeat(4)}.${"A".repeat(43)}`],
});
export const SentFile = T.Object({
  path: T.String({ minLength: 1, maxLength: 1024, description: "As seen from the folder, with `/`" }),
  parts: T.Array(Part, { maxItems: 100, description: "In order; none where the file is empty" }),
});
export const SentFiles = T.Array(SentFile, {
  maxItems: 500,
  description: "The files of the folder, uploaded by you; in place of those in the workspace",
});
export type SentFiles = Static<typeof SentFiles>;

export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "What people call it" });
export const Note = T.String({ maxLength: 500, description: "What this version is about" });

const time = (description: string) => T.String({ description: `${description}, ISO 8601` });
export const Publisher = T.Object({ name: T.String({ description: "Its name" }) });
export const ProjectOf = T.Object({
  id: T.String({ description: "Its id" }),
  slug: T.String({ description: "Its name in addresses" }),
  name: T.String({ description: "Its name" }),
});

/** What widget.json says, with what holds where it says nothing. */
export const Manifest = {
  name: T.String({ description: "Its name" }),
  description: always(T.String({ description: "A description for people" })),
  kind: T.String({ description: "Its kind" }),
  externalAllowed: T.Boolean({ description: "Whether it may reach other hosts, by https" }),
};

export const Item = T.Object({
  ref: T.String({ description: "`<scope>/<slug>`" }),
  version: T.Integer({ description: "The newest, which is what is served; 0 where none was published" }),
  ...Manifest,
  scope: described(oneOf("org", "project"), "The scope"),
  project: always(
    described(ProjectOf, "The project, or null"),
    { id: "", slug: "", name: "" },
    "it belongs to the organization",
  ),
  slug: T.String({ description: "Its name in addresses" }),
  contentHash: T.String({ description: "Over the paths and bytes of all files" }),
  archived: T.Boolean({ description: "Whether it is archived" }),
  publishedAt: always(time("When this version was published"), "", "none was published"),
  publishedBy: always(described(Publisher, "Who published it"), { name: "" }, "none was published"),
  updatedAt: always(time("When anything of it was last changed"), "", "none was published"),
});
export type Item = Static<typeof Item>;

export const VersionOf = T.Object({
  version: T.Integer({ description: "Its version" }),
  contentHash: T.String({ description: "SHA-256 of the files, in hexadecimal" }),
  ...Manifest,
  note: T.Optional(T.String({ description: "A note on the version" })),
  restores: T.Optional(T.Integer({ description: "The version that it brought back" })),
  files: T.Integer({ description: "How many" }),
  bytes: T.Integer({ description: "Size, in bytes" }),
  publishedAt: time("When it was published"),
  publishedBy: described(Publisher, "Who published it"),
});
export type VersionOf = Static<typeof VersionOf>;

export const PublishedFile = T.Object({
  path: T.String({ description: "Path of the file" }),
  bytes: T.Integer({ description: "Size, in bytes" }),
  sha256: T.String({ description: "SHA-256, in hexadecimal" }),
});
export type PublishedFile = Static<typeof PublishedFile>;

export const Diagnostic = T.Object({
  severity: described(oneOf("error", "warning"), "How bad it is"),
  file: T.String({ description: "As seen from the widget's folder" }),
  line: always(T.Integer({ description: "Line of the file, 1 for the first" }), 1, "the whole file is meant"),
  column: always(T.Integer({ description: "The column at fault" }), 1, "the whole file is meant"),
  message: T.String({ description: "What is wrong, for people" }),
  code: T.String({ description: "What is wrong, for programs" }),
});
export type Diagnostic = Static<typeof Diagnostic>;
const Finding = T.Object(kept(Diagnostic.properties));
/** A diagnostic as a check makes it: without a place where the whole file is meant. */
export type Finding = Static<typeof Finding>;
