import { defineError, T } from "@postern/core";

export const NoWorkspace = defineError("widgets.no_workspace", {
  status: 409,
  data: T.Object({}),
  message: () => "This gateway has no workspace, which is the folder that holds the folders of widgets",
  fix: () => "POSTERN_WORKSPACE=. postern serve",
});

export const FolderRefused = defineError("widgets.folder_refused", {
  status: 400,
  data: T.Object({
    path: T.String({ description: "As seen from the workspace" }),
    reason: T.String(),
    limit: T.Optional(T.Integer({ description: "The most that there may be" })),
  }),
  message: ({ path, reason }) => `${JSON.stringify(path)} ${reason}`,
});

export const FolderChanged = defineError("widgets.folder_changed", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `${JSON.stringify(path)} changed while it was published; nothing was published, try again`,
});

export const PartNotFound = defineError("widgets.part_not_found", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) =>
    `${JSON.stringify(path)} has a part that you have not uploaded, or that is no longer kept. Upload the file again with widgets.upload`,
});

export const PartRefused = defineError("widgets.part_refused", {
  status: 400,
  data: T.Object({ index: T.Integer({ description: "Which of the parts, from 0" }), limit: T.Integer() }),
  message: ({ index, limit }) => `Part ${index} must be 1 to ${limit} bytes in base64, with its padding`,
});

export const FolderTaken = defineError("widgets.folder_taken", {
  status: 409,
  data: T.Object({ path: T.String() }),
  message: ({ path }) => `${JSON.stringify(path)} is there already, and is not overwritten`,
});

export const WidgetNotFound = defineError("widgets.widget_not_found", {
  status: 404,
  data: T.Object({ ref: T.String() }),
  message: ({ ref }) => `There is no widget ${ref}`,
  fix: () => "postern widgets list",
});

export const VersionNotFound = defineError("widgets.version_not_found", {
  status: 404,
  data: T.Object({ ref: T.String(), version: T.Integer(), newest: T.Integer() }),
  message: ({ ref, version, newest }) => `${ref} has no version ${version}; the newest is ${newest}`,
  fix: ({ ref }) => `postern widgets versions --ref ${ref}`,
});

export const WidgetArchived = defineError("widgets.widget_archived", {
  status: 409,
  data: T.Object({ ref: T.String() }),
  message: ({ ref }) => `The widget ${ref} is archived`,
  fix: ({ ref }) => `postern widgets unarchive --ref ${ref}`,
});

export const ProjectNotFound = defineError("widgets.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `There is no project ${project}; a scope is org or the slug of a project`,
  fix: () => "postern projects list",
});

export const ProjectArchived = defineError("widgets.project_archived", {
  status: 409,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `The project ${project} is archived: nothing more is published to it`,
  fix: ({ project }) => `postern projects unarchive --id ${project}`,
});

export const FileNotFound = defineError("widgets.file_not_found", {
  status: 404,
  data: T.Object({ ref: T.String(), path: T.String() }),
  message: ({ ref, path }) => `${ref} has no file ${JSON.stringify(path)}`,
  fix: ({ ref }) => `postern widgets show --ref ${ref}`,
});
