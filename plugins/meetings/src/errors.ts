import { defineError, T } from "@postern/core";

export const RuntimeNotFound = defineError("meetings.runtime_not_found", {
  status: 404,
  data: T.Object({ runtimeId: T.String(), candidates: T.Array(T.String()) }),
  message: ({ runtimeId, candidates }) =>
    `Voice runtime "${runtimeId}" not found. Available voice runtimes: ${candidates.join(", ")}.`,
  fix: () => "postern meetings voice-runtimes",
});
