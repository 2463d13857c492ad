import { defineError, oneOf, T } from "@postern/core";
import { Diagnostic, FolderSource, Source } from "./schemas.ts";

const owner = { workspace: "The workspace", user: "The user" } as const;

export const ProfileNotFound = defineError("tasks.profile_not_found", {
  status: 404,
  data: T.Object({ profileId: T.String(), source: T.Optional(Source), nearest: T.Optional(T.String()) }),
  message: ({ profileId, source, nearest }) =>
    `There is no profile ${profileId}${source ? ` in the ${source} catalog` : ""}${nearest ? `; did you mean ${nearest}?` : ""}`,
  fix: () => "postern tasks profiles list",
});

export const ProfileExists = defineError("tasks.profile_exists", {
  status: 409,
  data: T.Object({ profileId: T.String(), source: FolderSource }),
  message: ({ profileId, source }) =>
    `The ${source} catalog has ${profileId} already, which is never written over; take another id, or remove it first`,
  fix: ({ profileId, source }) => `postern tasks profiles show --profileId ${profileId} --source ${source}`,
});

export const ProfileBroken = defineError("tasks.profile_broken", {
  status: 409,
  data: T.Object({ profileId: T.String(), source: Source, diagnostics: T.Array(Diagnostic) }),
  message: ({ profileId, source, diagnostics: [first] }) =>
    `The profile ${profileId} of the ${source} catalog is broken${first ? `: ${first.file}${first.line ? `:${first.line}:${first.column}` : ""} ${first.message}` : ""}`,
  fix: ({ profileId, source }) => `postern tasks profiles validate --profileId ${profileId} --source ${source}`,
});

export const ProfileShipped = defineError("tasks.profile_shipped", {
  status: 409,
  data: T.Object({ profileId: T.String(), source: Source }),
  message: ({ profileId, source }) =>
    `${profileId} comes with ${source === "plugin" ? "a plugin" : "Postern"} and cannot be removed; one of the same id in the workspace takes its place`,
  fix: ({ profileId }) => `postern tasks profiles init --profileId ${profileId}`,
});

export const CatalogUnknown = defineError("tasks.catalog_unknown", {
  status: 409,
  data: T.Object({ source: FolderSource }),
  message: ({ source }) =>
    source === "workspace"
      ? "No workspace is configured, so there is no catalog of its own: name one as workspace or POSTERN_WORKSPACE"
      : "No folder for the user's configuration is configured, so there is no catalog of the user: name one as home",
});

export const CatalogRefused = defineError("tasks.catalog_refused", {
  status: 409,
  data: T.Object({ source: FolderSource, path: T.String(), reason: oneOf("outside", "not_a_folder", "unreadable") }),
  message: ({ source, path, reason }) =>
    ({
      outside: `${owner[source]}'s catalog ${path} leads out of its place by a symbolic link, which is not followed`,
      not_a_folder: `${owner[source]}'s catalog ${path} is no folder`,
      unreadable: `${owner[source]}'s catalog ${path} may not be read by this gateway`,
    })[reason],
});

export const CatalogUnwritable = defineError("tasks.catalog_unwritable", {
  status: 409,
  data: T.Object({ source: FolderSource, path: T.String(), reason: T.String() }),
  message: ({ source, path, reason }) =>
    `${owner[source]}'s catalog ${path} cannot be written: ${reason}; nothing was changed`,
});

export const CatalogFull = defineError("tasks.catalog_full", {
  status: 409,
  data: T.Object({ source: FolderSource, limit: T.Integer() }),
  message: ({ source, limit }) => `The ${source} catalog holds ${limit} profiles, which is the most; remove one first`,
});

export const RenderingTooLong = defineError("tasks.rendering_too_long", {
  status: 409,
  data: T.Object({ profileId: T.String(), limit: T.Integer() }),
  message: ({ profileId, limit }) =>
    `The templates of ${profileId} come to more than ${limit} characters with this task; name long texts less often`,
});

export const NoProfile = defineError("tasks.no_profile", {
  status: 409,
  data: T.Object({ taskId: T.String() }),
  message: ({ taskId }) => `${taskId} names no profile, and neither does the call: give a profileId`,
  fix: () => "postern tasks profiles list",
});
