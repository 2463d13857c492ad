import { defineCommand, gatewayErrors, omitUndefined, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { envelopeOf, eventBase, isoOf, projectIdOf, showBase, slugOf } from "../base.ts";
import { type BaseRecord, bases, LOCAL, type PropertyRecord, schemas } from "../collections.ts";
import { KeyTaken, ProjectNotFound, SlugTaken } from "../errors.ts";
import { baseCreated } from "../events.ts";
import { group } from "../group.ts";
import { optionIds } from "../schema/configure.ts";
import { propertiesFrom } from "../schema/create.ts";
import { MAX_PROPERTIES } from "../schema/position.ts";
import {
  Base,
  Description,
  envelope,
  Icon,
  Name,
  ProjectRef,
  PropertyInput,
  Slug,
  shownConsoleUrl,
  Timezone,
} from "../schemas.ts";

export const create = defineCommand(group, {
  id: "bases.create",
  summary: "Create a base",
  description: "The slug must be unique in the project. By default, it is made from the name.",
  input: T.Object({
    name: described(Name, "Name of the base"),
    slug: T.Optional(Slug),
    description: T.Optional(Description),
    icon: T.Optional(Icon),
    project: T.Optional(ProjectRef),
    timezone: T.Optional(Timezone),
    props: withDefault(
      T.Array(T.Object(PropertyInput, { additionalProperties: false }), {
        description: "Properties of the base",
        maxItems: MAX_PROPERTIES,
      }),
      [],
    ),
  }),
  output: T.Object({ base: described(Base, "The base"), ...envelope, ...shownConsoleUrl }),
  errors: [SlugTaken, ProjectNotFound, KeyTaken],
  examples: [
    {
      title: "A base with two properties",
      input: {
        name: "Leads",
        props: [
          { name: "Company", type: "text", required: true },
          { name: "Stage", type: "select", config: { options: [{ name: "New" }, { name: "Won" }] } },
        ],
      },
    },
  ],
  async plan(ctx, { name, slug: given, project, props }) {
    const projectId = project === undefined ? LOCAL : await projectIdOf(ctx, project);
    propertiesFrom(props, () => "opt_");
    const slug = given ?? (await freeSlug(ctx.store, slugOf(name), projectId));
    const holder = await ctx.store.one(bases, "bySlug", slug, projectId);
    if (holder) throw SlugTaken({ baseId: holder.id, slug });
    return { summary: `Create the base "${slug}"`, slug, projectId };
  },
  undo:
    () =>
    ({ base }) => ({ operation: "bases.archive", input: { base: base.id } }),
  async execute(ctx, { slug, projectId }, { name, description, icon, timezone, props }) {
    const { store, now, id, emit } = ctx;
    const at = isoOf(now);
    const base: BaseRecord = omitUndefined({
      id: id("base_"),
      name,
      slug,
      description: description || undefined,
      icon: icon || undefined,
      projectId: projectId === LOCAL ? undefined : projectId,
      status: "active" as const,
      timezone: timezone || undefined,
      version: 1,
      createdAt: at,
      updatedAt: at,
    });
    const properties: PropertyRecord[] = propertiesFrom(props, optionIds(ctx), () => id("prop_"));
    await store.put(bases, base);
    await store.put(schemas, { baseId: base.id, version: 1, properties });
    emit(baseCreated, { base: await eventBase(store, base) });
    return { base: await showBase(ctx, base), ...(await envelopeOf(ctx, base)) };
  },
});

/** The slug, or the first of slug-2, slug-3 … that is free in the project. */
async function freeSlug(
  store: Parameters<typeof eventBase>[0],
  slug: string | undefined,
  projectId: string,
): Promise<string> {
  if (slug === undefined) {
    const message = "is required, because no character of the name can be used in a slug";
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/slug", code: "required", message }] });
  }
  let free = slug;
  for (let next = 2; await store.one(bases, "bySlug", free, projectId); next++) free = `${slug}-${next}`;
  return free;
}
