import { defineQuery, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { findProfile } from "../profiles/catalogs.ts";
import { CatalogRefused, NoProfile, ProfileBroken, ProfileNotFound, RenderingTooLong } from "../profiles/errors.ts";
import { inspectTemplates, isError } from "../profiles/inspect.ts";
import { MOST_RENDERED } from "../profiles/limits.ts";
import { brokenProfile, showProfile, soundManifest } from "../profiles/profile.ts";
import { Check, Profile, ProfileId, Rendered } from "../profiles/schemas.ts";
import { render } from "../profiles/template.ts";
import { inputValues, taskValues } from "../profiles/values.ts";
import { TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const profilesRender = defineQuery(group, {
  id: "tasks.profiles.render",
  summary: "Fill in the templates of a profile for a task: what an agent is told that works on it",
  description:
    "With the profile that the task names, unless another one is given. Values are filled in once: what looks like a " +
    "placeholder in the text of a task stays as it is.",
  input: T.Object({
    taskId: TaskId,
    profileId: T.Optional(ProfileId),
    inputs: withDefault(
      T.Record(T.String(), T.String({ maxLength: 10_000 }), {
        maxProperties: 50,
        description: "Values for what the profile asks for, by name",
      }),
      {},
    ),
  }),
  output: T.Object({
    taskId: T.String({ description: "Id of the task" }),
    profile: described(Profile, "The profile"),
    templates: described(Rendered, "The templates, by name"),
    checks: T.Optional(
      T.Array(Check, { description: "What must hold before the task is done; absent where nothing is said" }),
    ),
  }),
  errors: [TaskNotFound, NoProfile, ProfileNotFound, ProfileBroken, CatalogRefused, RenderingTooLong],
  examples: [
    { title: "With the task's own profile", input: { taskId: "task_0123456789abcdef01234567" } },
    {
      title: "With another one, and what it asks for",
      input: {
        taskId: "task_0123456789abcdef01234567",
        profileId: "content",
        inputs: { audience: "people who install it for the first time" },
      },
    },
  ],
  resource: ({ taskId, profileId }) => (profileId === undefined ? taskId : [taskId, profileId]),
  async run(ctx, { taskId, profileId: asked, inputs }) {
    const { store, now } = ctx;
    const task = await taskOf(store, taskId);
    const profileId = asked ?? task.profile;
    if (profileId === undefined) throw NoProfile({ taskId });
    const found = await findProfile(ctx, profileId);
    const manifest = await soundManifest(found);
    const given = inputValues(manifest, inputs);
    const { templates, diagnostics } = await inspectTemplates(found.folder, manifest);
    if (diagnostics.some(isError)) throw brokenProfile(found, diagnostics);

    const values = new Map(Object.entries({ ...(await taskValues(store, task, manifest, now)), ...given }));
    let room = MOST_RENDERED;
    const rendered = templates.map(({ role, file, parts }) => {
      const text = parts && render(parts, values, room);
      if (text === undefined) throw RenderingTooLong({ profileId, limit: MOST_RENDERED });
      room -= text.length;
      return [role, { file, text }] as const;
    });
    const { checks } = manifest;
    const profile = showProfile(found, manifest);
    return { taskId, profile, templates: Object.fromEntries(rendered), ...(checks && { checks }) };
  },
});
