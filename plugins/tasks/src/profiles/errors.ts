import { defineError, oneOf, T } from "@postern/core";
import { Diagnostic, FolderSource, Source } from "./schemas.ts";

/** Set if gateways on several machines, each with catalogs of its own, use the store. */
const host = T.Optional(T.String({ description: "Name of the machine whose catalogs were read" }));
const on = (host?: string) => (host === undefined ? "" : ` on ${host}`);

export const ProfileNotFound = defineError("tasks.profile_not_found", {
  status: 404,
  data: T.Object({ profileId: T.String(), source: T.Optional(Source), nearest: T.Optional(T.String()), host }),
  message: ({ profileId, source, nearest, host }) =>
    `Profile "${profileId}" not found${source ? ` in the ${source} catalog` : ""}${on(host)}.${nearest ? ` Did you mean "${nearest}"?` : ""} List profiles with "postern tasks profiles list".`,
  fix: () => "postern tasks profiles list",
});

export const ProfileUnknown = defineError("tasks.profile_unknown", {
  status: 404,
  data: T.Object({ profileId: T.String(), nearest: T.Optional(T.String()), host }),
  message: ({ profileId, nearest, host }) =>
    `Profile "${profileId}" not found${on(host)}.${nearest ? ` Did you mean "${nearest}"?` : ""} List profiles with "postern tasks profiles list", or accept it with --allow-unknown for a plugin that is not enabled yet.`,
  fix: () => "postern tasks profiles list",
});

export const ProfileExists = defineError("tasks.profile_exists", {
  status: 409,
  data: T.Object({ profileId: T.String(), source: FolderSource, host }),
  message: ({ profileId, source, host }) =>
    `Profile "${profileId}" already exists in the ${source} catalog${on(host)}. Choose another id, or remove the existing profile.`,
  fix: ({ profileId, source }) => `postern tasks profiles show --profileId ${profileId} --source ${source}`,
});

export const ProfileBroken = defineError("tasks.profile_broken", {
  status: 409,
  data: T.Object({ profileId: T.String(), source: Source, diagnostics: T.Array(Diagnostic) }),
  message: ({ profileId, source, diagnostics: [first] }) =>
    `Profile "${profileId}" of the ${source} catalog is invalid${first ? `: ${first.file}${first.line ? `:${first.line}:${first.column}` : ""} ${first.message}` : ""}`,
  fix: ({ profileId, source }) => `postern tasks profiles validate --profileId ${profileId} --source ${source}`,
});

export const ProfileShipped = defineError("tasks.profile_shipped", {
  status: 409,
  data: T.Object({ profileId: T.String(), source: Source }),
  message: ({ profileId, source }) =>
    `Profile "${profileId}" comes with ${source === "plugin" ? "a plugin" : "Postern"} and cannot be removed. To override it, create a workspace profile with the same id.`,
  fix: ({ profileId }) => `postern tasks profiles init --profileId ${profileId}`,
});

export const CatalogUnknown = defineError("tasks.catalog_unknown", {
  status: 409,
  data: T.Object({ source: FolderSource, host }),
  message: ({ source, host }) =>
    source === "workspace"
      ? `No workspace catalog is available${on(host)}. Set the option "workspace" of the tasks plugin, or POSTERN_WORKSPACE.`
      : `No user catalog is available${on(host)}. Set the option "home" of the tasks plugin.`,
});

export const CatalogRefused = defineError("tasks.catalog_refused", {
  status: 409,
  data: T.Object({
    source: FolderSource,
    path: T.String(),
    reason: oneOf("outside", "not_a_folder", "unreadable"),
    host,
  }),
  message: ({ source, path, reason, host }) =>
    ({
      outside: `The ${source} catalog ${path}${on(host)} leads outside its base folder through a symbolic link, which is not followed.`,
      not_a_folder: `The ${source} catalog ${path}${on(host)} is not a folder.`,
      unreadable: `Permission denied: the gateway cannot read the ${source} catalog ${path}${on(host)}.`,
    })[reason],
});

export const CatalogUnwritable = defineError("tasks.catalog_unwritable", {
  status: 409,
  data: T.Object({ source: FolderSource, path: T.String(), reason: T.String(), host }),
  message: ({ source, path, reason, host }) =>
    `Cannot write to the ${source} catalog ${path}${on(host)}: ${reason}. Nothing was changed.`,
});

export const CatalogFull = defineError("tasks.catalog_full", {
  status: 409,
  data: T.Object({ source: FolderSource, limit: T.Integer(), host }),
  message: ({ source, limit, host }) =>
    `The ${source} catalog${on(host)} already holds ${limit} profiles, the maximum. Remove one first.`,
});

export const RenderingTooLong = defineError("tasks.rendering_too_long", {
  status: 409,
  data: T.Object({ profileId: T.String(), limit: T.Integer() }),
  message: ({ profileId, limit }) =>
    `The rendered templates of profile "${profileId}" exceed ${limit} characters. Use placeholders of long texts less often.`,
});

export const NoProfile = defineError("tasks.no_profile", {
  status: 409,
  data: T.Object({ taskId: T.String() }),
  message: ({ taskId }) => `Task "${taskId}" has no profile. Pass profileId.`,
  fix: () => "postern tasks profiles list",
});
