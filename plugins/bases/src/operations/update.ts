import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { baseIdIn, baseOf, basesIn, envelopeOf, eventBase, isoOf, openBaseOf, projectIdOf, showBase } from "../base.ts";
import { bases, LOCAL } from "../collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, ProjectNotFound, SlugTaken } from "../errors.ts";
import { baseUpdated } from "../events.ts";
import { group } from "../group.ts";
import { Base, BaseRef, Description, envelope, Icon, Name, ProjectRef, Slug, Timezone } from "../schemas.ts";

export const update = defineCommand(group, {
  id: "bases.update",
  summary: "Update a base",
  description:
    "After a change of the slug, the old slug no longer finds the base. Set project to `local` to remove the " +
    "base from its project.",
  input: T.Object({
    base: BaseRef,
    name: T.Optional(described(Name, "Name of the base")),
    slug: T.Optional(Slug),
    description: T.Optional(Description),
    icon: T.Optional(Icon),
    project: T.Optional(ProjectRef),
    timezone: T.Optional(Timezone),
  }),
  output: T.Object({ base: described(Base, "The base"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, ProjectNotFound, SlugTaken],
  examples: [{ title: "Rename a base", input: { base: "leads", name: "Leads 2027" } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, slug, project }) {
    const base = await openBaseOf(ctx, ref);
    const projectId = project === undefined ? (base.projectId ?? LOCAL) : await projectIdOf(ctx, project);
    const holder = await ctx.store.one(bases, "bySlug", slug ?? base.slug, projectId);
    if (holder && holder.id !== base.id) throw SlugTaken({ baseId: holder.id, slug: holder.slug });
    return { summary: `Update the base "${base.slug}"`, baseId: base.id, projectId };
  },
  async undo(ctx, { baseId }, { base: _, ...given }) {
    const { projectId: project, ...before } = await baseOf(ctx, baseId);
    const cleared = { description: "", icon: "", timezone: "", project: LOCAL };
    const fields = restoring(given, { ...before, project }, cleared);
    return fields && { operation: "bases.update", input: { base: baseId, ...fields } };
  },
  async execute(ctx, { baseId, projectId }, { name, slug, description, icon, timezone }) {
    const before = await baseOf(ctx, baseId);
    const base = omitUndefined({
      ...before,
      name: name ?? before.name,
      slug: slug ?? before.slug,
      description: description === undefined ? before.description : description || undefined,
      icon: icon === undefined ? before.icon : icon || undefined,
      timezone: timezone === undefined ? before.timezone : timezone || undefined,
      projectId: projectId === LOCAL ? undefined : projectId,
      version: before.version + 1,
      updatedAt: isoOf(ctx.now),
    });
    await ctx.store.put(bases, base);
    ctx.emit(baseUpdated, { base: await eventBase(ctx.store, base) });
    return { base: await showBase(ctx, base), ...(await envelopeOf(ctx, base)) };
  },
});
