import type { Caller, Reads } from "@postern/core";
import type { ConsolePages } from "@postern/kit/console";
import { answerFrom } from "@postern/kit/fields";
import type { ProjectDirectory } from "@postern/projects/services";
import { type BaseRecord, bases, LOCAL, rowCount, type SchemaRecord, schemas } from "./collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, ProjectNotFound } from "./errors.ts";
import { type Base, EventBase } from "./schemas.ts";

/** The part of a call's context that is needed to find and show a base. */
export interface BaseContext {
  readonly store: Reads;
  readonly caller: Caller;
  readonly config: { readonly address: string };
  readonly services: { readonly projects: ProjectDirectory | undefined; readonly console: ConsolePages | undefined };
}

const BASE_ID = /^base_[0-9a-f]{24}$/;

/** Finds a base by id or slug. A slug may be ambiguous without `project`. */
export async function baseOf(seen: BaseContext, ref: string, project?: string): Promise<BaseRecord> {
  const { store } = seen;
  const projectId = project === undefined ? undefined : await projectIdOf(seen, project);
  const byId = BASE_ID.test(ref) ? await store.get(bases, ref) : undefined;
  const fits = (base: BaseRecord) => projectId === undefined || (base.projectId ?? LOCAL) === projectId;
  if (byId) {
    if (fits(byId)) return byId;
    throw BaseNotFound({ base: ref });
  }
  const { items } = await store.find(bases, { by: "bySlug", prefix: [ref], limit: 100 });
  const [found, ...others] = items.filter(fits);
  if (!found) throw BaseNotFound({ base: ref });
  if (others.length === 0) return found;
  const candidates = [found, ...others].map(({ id, name, projectId: at = LOCAL }) => ({ id, name, project: at }));
  throw BaseAmbiguous({ base: ref, candidates: candidates.slice(0, 20) });
}

/** Like `baseOf`, but throws if the base is archived. */
export async function openBaseOf(seen: BaseContext, ref: string, project?: string): Promise<BaseRecord> {
  const base = await baseOf(seen, ref, project);
  assertOpen(base);
  return base;
}

export function assertOpen({ id, status }: BaseRecord): void {
  if (status === "archived") throw BaseArchived({ baseId: id });
}

export async function schemaOf(store: Reads, baseId: string): Promise<SchemaRecord> {
  const schema = await store.get(schemas, baseId);
  return schema ?? { baseId, version: 1, properties: [] };
}

/** The id of a project, or `local`. Throws a 404 error if the project does not exist. */
export async function projectIdOf({ services }: BaseContext, project: string): Promise<string> {
  if (project === LOCAL) return LOCAL;
  const found = await services.projects?.find(project);
  if (!found) throw ProjectNotFound({ project });
  return found.id;
}

/** The base as events contain it: without `capabilities`, which depend on the caller. */
export async function eventBase(store: Reads, base: BaseRecord): Promise<Omit<Base, "capabilities">> {
  const schema = await schemaOf(store, base.id);
  const counts = { rowCount: await store.sum(rowCount, base.id, "active"), schemaVersion: schema.version };
  return shownBase({ ...base, ...counts });
}
const shownBase = answerFrom(EventBase);

export async function showBase(
  { store, caller }: Pick<BaseContext, "store" | "caller">,
  base: BaseRecord,
): Promise<Base> {
  const mayWrite = caller.allows("bases:write", base.id);
  const capabilities = {
    manage: mayWrite,
    readDirect: caller.allows("bases:read", base.id),
    writeDirect: mayWrite && base.status === "active",
  };
  return { ...(await eventBase(store, base)), capabilities };
}

/** Answers a query about a base, with the members that every answer about a base has. */
export async function answerAbout<T>(
  ctx: BaseContext,
  ref: string,
  answer: (base: BaseRecord, schema: SchemaRecord) => Promise<T>,
): Promise<T & Awaited<ReturnType<typeof envelopeOf>>> {
  const base = await baseOf(ctx, ref);
  return { ...(await answer(base, await schemaOf(ctx.store, base.id))), ...(await envelopeOf(ctx, base)) };
}

/** The members that every answer about a base has. */
export async function envelopeOf({ config, services }: BaseContext, base?: Pick<BaseRecord, "id" | "projectId">) {
  const project = base?.projectId === undefined ? undefined : await services.projects?.find(base.projectId);
  const page = services.console?.urlOf(base ? `bases/${base.id}` : "bases");
  return {
    ...(page !== undefined && { consoleUrl: new URL(page, config.address).href }),
    projectRef: project?.slug ?? base?.projectId ?? LOCAL,
    success: true,
  };
}

/** `Über uns!` becomes `uber-uns`. Undefined if no character of the name can be used. */
export function slugOf(name: string): string | undefined {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|(?<!-)-+$/g, "");
  return slug === "" ? undefined : slug;
}

export const isoOf = (now: number): string => new Date(now).toISOString();

/** The id that a resource-scoped grant is checked against. Never a slug: another base may have the same slug later. */
export const baseIdIn = ({ base }: { base?: string }): string | undefined =>
  base !== undefined && BASE_ID.test(base) ? base : undefined;

/** The base that a call names by its id or slug, for policies. */
export const basesIn = async (ctx: BaseContext, { base }: { base: string }): Promise<string[]> => [
  (await baseOf(ctx, base)).id,
];
