import { defineError, T } from "@postern/core";

/** Set if gateways on several machines, each with folders of its own, use the store. */
const host = T.Optional(T.String({ description: "Name of the machine whose folders were read" }));
const on = (host?: string) => (host === undefined ? "" : `On ${host}, `);

export const NoWorkspace = defineError("widgets.no_workspace", {
  status: 409,
  data: T.Object({ host }),
  message: ({ host }) =>
    `${host === undefined ? "This gateway" : `The gateway on ${host}`} has no workspace. Set POSTERN_WORKSPACE to the folder that contains your widgets, then restart.`,
  fix: () => "POSTERN_WORKSPACE=. postern serve",
});

export const FolderRefused = defineError("widgets.folder_refused", {
  status: 400,
  data: T.Object({
    path: T.String({ description: "Path relative to the workspace" }),
    reason: T.String(),
    limit: T.Optional(T.Integer({ description: "The limit that was exceeded" })),
    host,
  }),
  message: ({ path, reason, host }) => `${on(host)}${JSON.stringify(path)} ${reason}.`,
});

export const FolderChanged = defineError("widgets.folder_changed", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `${JSON.stringify(path)} changed during the publish. Nothing was published. Try again.`,
});

export const PartNotFound = defineError("widgets.part_not_found", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) =>
    `${JSON.stringify(path)} has a part that you have not uploaded or that was removed. ` +
    "Upload the file again with widgets.upload.",
});

export const PartRefused = defineError("widgets.part_refused", {
  status: 400,
  data: T.Object({ index: T.Integer({ description: "Index of the part, starting at 0" }), limit: T.Integer() }),
  message: ({ index, limit }) => `Part ${index} must be 1 to ${limit} bytes in base64 with padding.`,
});

export const FolderTaken = defineError("widgets.folder_taken", {
  status: 409,
  data: T.Object({ path: T.String(), host }),
  message: ({ path, host }) =>
    `${on(host)}${JSON.stringify(path)} already exists and is not overwritten. Choose another folder.`,
});

export const WidgetNotFound = defineError("widgets.widget_not_found", {
  status: 404,
  data: T.Object({ ref: T.String() }),
  message: ({ ref }) => `Widget "${ref}" not found. List widgets with "postern widgets list".`,
  fix: () => "postern widgets list",
});

export const VersionNotFound = defineError("widgets.version_not_found", {
  status: 404,
  data: T.Object({ ref: T.String(), version: T.Integer(), newest: T.Integer() }),
  message: ({ ref, version, newest }) =>
    `Version ${version} of widget "${ref}" not found; the newest version is ${newest}. ` +
    `List versions with "postern widgets versions --ref ${ref}".`,
  fix: ({ ref }) => `postern widgets versions --ref ${ref}`,
});

export const WidgetArchived = defineError("widgets.widget_archived", {
  status: 409,
  data: T.Object({ ref: T.String() }),
  message: ({ ref }) => `Widget "${ref}" is archived. Unarchive it with "postern widgets unarchive --ref ${ref}".`,
  fix: ({ ref }) => `postern widgets unarchive --ref ${ref}`,
});

export const ProjectNotFound = defineError("widgets.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `Project "${project}" not found. List projects with "postern projects list".`,
  fix: () => "postern projects list",
});

export const ProjectArchived = defineError("widgets.project_archived", {
  status: 409,
  data: T.Object({ project: T.String() }),
  message: ({ project }) =>
    `Project "${project}" is archived and accepts no widgets. ` +
    `Unarchive it with "postern projects unarchive --id ${project}".`,
  fix: ({ project }) => `postern projects unarchive --id ${project}`,
});

export const FileNotFound = defineError("widgets.file_not_found", {
  status: 404,
  data: T.Object({ ref: T.String(), path: T.String() }),
  message: ({ ref, path }) =>
    `Widget "${ref}" has no file ${JSON.stringify(path)}. List its files with "postern widgets show --ref ${ref}".`,
  fix: ({ ref }) => `postern widgets show --ref ${ref}`,
});
