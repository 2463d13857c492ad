import {
  type Caller,
  declaredMembers,
  defineService,
  digestOf,
  type EventHead,
  findIssues,
  type GatewayEvent,
  type Static,
  type TObject,
  type Transacting,
} from "@postern/core";
import type { Collection, MaybePromise, Reads } from "@postern/core/storage";

/** The name of a record of a domain, the same on every gateway: its kind, then what identifies it within the kind. */
export type RecordName = readonly [kind: string, ...name: string[]];

/**
 * A record in the form that is sent: what is the same on every gateway, without secrets, paths or positions in this
 * store. Its `updatedAt` (Unix milliseconds or ISO 8601), if it has one, decides which of two versions is newer.
 */
export type Wire = Readonly<Record<string, unknown>>;

/** The records a group sends to linked gateways, and how it applies received ones. */
export interface SyncDomain {
  /** The name of the group. */
  readonly id: string;
  /** The kinds of records. Kinds that others refer to come first. */
  readonly kinds: readonly string[];
  /**
   * What this version knows of the records of a kind. Absent if every record is known. Other members, at any depth,
   * come from a newer version: they are stored in addition to the record and sent with it.
   */
  schema?(kind: string): TObject;
  /** A record without the members, at any depth, that its schema does not declare. */
  known?(kind: string, wire: Wire): Wire;
  /** Whether an event reports a change in this domain. */
  follows(event: EventHead): boolean;
  /** The records that an event may have changed. */
  touched(event: GatewayEvent, store: Reads): MaybePromise<readonly RecordName[]>;
  /** A record in the form that is sent. Undefined if it does not exist. The same state gives the same JSON. */
  read(store: Reads, name: RecordName): MaybePromise<Wire | undefined>;
  /**
   * The existing records, in portions of about `limit`, which may be empty. `next` is the cursor for the next portion,
   * absent after the last one.
   */
  list(store: Reads, kind: string, portion: Portion): MaybePromise<Listed>;
  /**
   * Changes the local record to match the remote one, with its events; undefined deletes it. Members that are not sent
   * stay unchanged, and applying the same record again does nothing. Throws `dependencyMissing` if a record it refers to is
   * missing, and any other error if it can never be applied.
   *
   * After that `read` returns the given record, unless a rule of the group changes it in the same way on every gateway:
   * a name that is taken, a cycle, a counter that only grows. Such a change is a local change, with an event, that is
   * sent back. So the sync group stores the digest of the given record, not of the result of `read`.
   */
  apply(ctx: Transacting, name: RecordName, wire: Wire | undefined): MaybePromise<void>;
  /**
   * Whether the caller may read and write a record, existing or not. If absent, only the group's scopes decide. Other
   * records are neither sent nor applied over a link that was created without full rights.
   */
  visible?(who: { readonly store: Reads; readonly caller: Caller }, name: RecordName): MaybePromise<boolean>;
  /**
   * Whether the creator of a link may change a record as a peer requests. If absent, the group's scopes and `visible`
   * decide. Called before `apply`, except for links with full rights.
   */
  permits?(
    who: { readonly store: Reads; readonly caller: Caller },
    name: RecordName,
    wire: Wire | undefined,
  ): MaybePromise<boolean>;
  /** Of the records with the same result, a commit applies only one. Absent if it does not matter. */
  apart?(name: RecordName): string | undefined;
}

interface Portion {
  readonly after?: string;
  readonly limit: number;
}
interface Listed {
  readonly names: readonly RecordName[];
  readonly next?: string;
}

/** The registry of the domains of all groups. */
export interface SyncDomains {
  /**
   * Called in the setup of a plugin. Returns the function that removes it. Throws if the domain is already registered.
   */
  register(domain: SyncDomain): () => void;
}

/** The service with which groups register their records for linked gateways. */
export const syncDomains = defineService<SyncDomains>("sync.domains");

const NOT_YET = Symbol.for("postern.sync.notYet");

/** Throw it if a record arrives before one that it refers to: it is applied again after that one. */
export function dependencyMissing(missing: RecordName): Error {
  return Object.assign(new Error(`The record waits for ${missing.join(" ")}`), { [NOT_YET]: missing });
}

/** The record that is missing, if `error` was created by `dependencyMissing`. */
export const missingDependency = (error: unknown): RecordName | undefined =>
  typeof error === "object" && error !== null ? (error as { [NOT_YET]?: RecordName })[NOT_YET] : undefined;

/** Whether an event was caused by sync, so that the work it triggers is done on the gateway it came from. */
export const isFromSync = ({ actor }: Pick<GatewayEvent, "actor">): boolean => actor === "plugin_sync";

/** One kind of records of a domain. A local record consists of the members that are sent and the parts of its name. */
export interface SyncKind<S extends TObject = TObject> {
  /** The members of the schema that make up its name. */
  readonly name: readonly (keyof Static<S> & string)[];
  /**
   * Closed. Additional members from a newer gateway are stored separately and not lost when the record is sent back.
   */
  readonly schema: S;
  read(store: Reads, ...name: string[]): MaybePromise<Static<S> | undefined>;
  list(store: Reads, portion: Portion): MaybePromise<{ names: readonly (readonly string[])[]; next?: string }>;
  /** Stores the record, which matches the schema and differs from the result of `read`. */
  put(ctx: Transacting, record: Static<S>): MaybePromise<void>;
  /** Absent if records of this kind are never deleted. */
  remove?(ctx: Transacting, ...name: string[]): MaybePromise<void>;
  apart?(...name: string[]): string;
  /** Whether the caller may store the record, in addition to the scopes of the group and `visible`. */
  permits?(who: { readonly store: Reads; readonly caller: Caller }, record: Static<S>): MaybePromise<boolean>;
  /** Whether the caller may read and write the record. If absent, only the group's scopes decide. */
  visible?(who: { readonly store: Reads; readonly caller: Caller }, ...name: string[]): MaybePromise<boolean>;
}

/** Declares a kind, with the types of its schema. */
export const defineSyncKind = <S extends TObject>(kind: SyncKind<S>): SyncKind => kind as unknown as SyncKind;

type Touched = (data: never, store: Reads) => MaybePromise<readonly RecordName[]>;

/**
 * Declares a domain by its kinds, those that others refer to first, and the records that each event may have changed.
 */
export function defineSyncDomain(
  id: string,
  { kinds, touched }: { kinds: Readonly<Record<string, SyncKind>>; touched: Readonly<Record<string, Touched>> },
): SyncDomain {
  const kindOf = (name: string): SyncKind => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind) return kind;
    throw new Error(
      `${id} does not have records of the kind "${name}". Known kinds: ${Object.keys(kinds).join(", ")}.`,
    );
  };
  const trims = Object.fromEntries(Object.entries(kinds).map(([name, { schema }]) => [name, declaredMembers(schema)]));
  const known = (name: string, wire: Wire): Wire => (trims[name]?.(wire) ?? wire) as Wire;
  return {
    id,
    kinds: Object.keys(kinds),
    schema: (name) => kindOf(name).schema,
    known,
    follows: ({ type }) => Object.hasOwn(touched, type),
    touched: ({ type, data }, store) => touched[type]?.(data as never, store) ?? [],
    async read(store, [name, ...parts]) {
      const kind = kindOf(name);
      const record: Record<string, unknown> | undefined = await kind.read(store, ...parts);
      if (!record) return undefined;
      const wire: Record<string, unknown> = {};
      for (const [member, value] of Object.entries(record)) if (!kind.name.includes(member)) wire[member] = value;
      return wire;
    },
    async list(store, name, portion) {
      const { names, ...rest } = await kindOf(name).list(store, portion);
      return { names: names.map((parts) => [name, ...parts] as const), ...rest };
    },
    async apply(ctx, [name, ...parts], wire) {
      const kind = kindOf(name);
      const before = await kind.read(ctx.store, ...parts);
      if (wire === undefined) {
        if (!before) return;
        if (!kind.remove) throw new Error(`Records of the kind "${name}" of ${id} cannot be deleted`);
        await kind.remove(ctx, ...parts);
        return;
      }
      const record = recordOf(kind, parts, wire);
      const [fault] = findIssues(kind.schema, record);
      if (fault)
        throw new Error(`The record does not match the kind "${name}" of ${id}: ${fault.path} ${fault.message}`);
      if (before && digestOf(before) === digestOf(record)) return;
      await kind.put(ctx, record);
    },
    permits(who, [name, ...parts], wire) {
      const kind = kindOf(name);
      // Members of a newer version are not applied either.
      const record = wire && recordOf(kind, parts, known(name, wire));
      // A record that does not match the schema is refused when it is applied.
      if (!kind.permits || !record || findIssues(kind.schema, record).length > 0) return true;
      return kind.permits(who, record);
    },
    apart: ([name, ...parts]) => kindOf(name).apart?.(...parts),
    visible: (who, [name, ...parts]) => kindOf(name).visible?.(who, ...parts) ?? true,
  };
}

function recordOf({ name }: SyncKind, parts: readonly string[], wire: Wire): Record<string, unknown> {
  const record: Record<string, unknown> = { ...wire };
  for (const [at, member] of name.entries()) record[member] = parts[at];
  return record;
}

/** The names in a portion of a collection, without records for which `nameOf` returns undefined. */
export async function portionOf<T>(
  store: Reads,
  collection: Collection<T>,
  portion: Portion,
  nameOf: (record: T) => readonly string[] | undefined,
): Promise<{ names: readonly (readonly string[])[]; next?: string }> {
  const { items, next } = await store.find(collection, portion);
  return {
    names: items.flatMap((record) => [nameOf(record) ?? []].filter((name) => name.length > 0)),
    ...(next !== undefined && { next }),
  };
}
