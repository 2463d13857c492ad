import { defineQuery, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { findProfile } from "../profiles/catalogs.ts";
import { CatalogRefused, NoProfile, ProfileBroken, ProfileNotFound, RenderingTooLong } from "../profiles/errors.ts";
import { inspectTemplates, isError } from "../profiles/inspect.ts";
import { MAX_RENDERED } from "../profiles/limits.ts";
import { brokenProfile, showProfile, validManifest } from "../profiles/profile.ts";
import { Check, Profile, ProfileId, Rendered } from "../profiles/schemas.ts";
import { render } from "../profiles/template.ts";
import { inputValues, taskValues } from "../profiles/values.ts";
import { TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const profilesRender = defineQuery(group, {
  id: "tasks.profiles.render",
  summary: "Render the templates of a profile for a task",
  description:
    "Returns the texts for the agent that works on the task. Uses the profile of the task by default. Placeholders " +
    "in the text of the task itself are not expanded.",
  input: T.Object({
    taskId: TaskId,
    profileId: T.Optional(ProfileId),
    inputs: withDefault(
      T.Record(T.String(), T.String({ maxLength: 10_000 }), {
        maxProperties: 50,
        description: "Values for the inputs of the profile, by name",
      }),
      {},
    ),
  }),
  output: T.Object({
    taskId: T.String({ description: "Id of the task" }),
    profile: described(Profile, "The profile"),
    templates: described(Rendered, "The rendered templates, by name"),
    checks: T.Optional(
      withColumns(
        T.Array(Check, {
          description: "Conditions that must hold before the task is done; absent if the profile has none",
        }),
        { id: "plain", description: "text", command: ["text", 1] },
      ),
    ),
  }),
  errors: [TaskNotFound, NoProfile, ProfileNotFound, ProfileBroken, CatalogRefused, RenderingTooLong],
  examples: [
    { title: "With the profile of the task", input: { taskId: "task_0123456789abcdef01234567" } },
    {
      title: "With another profile and its inputs",
      input: {
        taskId: "task_0123456789abcdef01234567",
        profileId: "content",
        inputs: { audience: "people who install it for the first time" },
      },
    },
  ],
  resource: ({ taskId, profileId }) => (profileId === undefined ? taskId : [taskId, profileId]),
  async run(ctx, { taskId, profileId: requested, inputs }) {
    const { store, now } = ctx;
    const task = await taskOf(store, taskId);
    const profileId = requested ?? task.profile;
    if (profileId === undefined) throw NoProfile({ taskId });
    const found = await findProfile(ctx, profileId);
    const manifest = await validManifest(found);
    const given = inputValues(manifest, inputs);
    const { templates, diagnostics } = await inspectTemplates(found.folder, manifest);
    if (diagnostics.some(isError)) throw brokenProfile(found, diagnostics);

    const values = new Map(Object.entries({ ...(await taskValues(store, task, manifest, now)), ...given }));
    let remaining = MAX_RENDERED;
    const rendered = templates.map(({ role, file, parts }) => {
      const text = parts && render(parts, values, remaining);
      if (text === undefined) throw RenderingTooLong({ profileId, limit: MAX_RENDERED });
      remaining -= text.length;
      return [role, { file, text }] as const;
    });
    const { checks } = manifest;
    const profile = showProfile(found, manifest);
    return { taskId, profile, templates: Object.fromEntries(rendered), ...(checks && { checks }) };
  },
});
