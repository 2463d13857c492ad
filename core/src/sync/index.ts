import type { Caller } from "../define/caller.ts";
import { digestOf } from "../define/digest.ts";
import type { GatewayEvent } from "../define/event.ts";
import type { EventHead } from "../define/journal.ts";
import { declaredMembers } from "../define/members.ts";
import type { Static, TObject } from "../define/schema.ts";
import { defineService } from "../define/service.ts";
import type { Transacting } from "../define/transaction.ts";
import { check } from "../define/validate.ts";
import type { Collection, MaybePromise, Reads } from "../storage/index.ts";

/** Names a record of a domain, the same on every gateway: its kind, then what tells it from others of the kind. */
export type RecordName = readonly [kind: string, ...name: string[]];

/**
 * A record as it travels: what is the same on every gateway. No secret, no path, no place of this store. Where it has an
 * `updatedAt`, Unix milliseconds or ISO 8601, that tells which of two is newer.
 */
export type Wire = Readonly<Record<string, unknown>>;

/** What a group sends to linked gateways, and how it takes in what comes from there. */
export interface SyncDomain {
  /** The group's name. */
  readonly id: string;
  /** The kinds of records, those first that others point at. */
  readonly kinds: readonly string[];
  /**
   * What this version knows of a kind's records; absent where it knows whatever comes. Other members, at any depth, are
   * of a newer version: they are kept beside the record and travel on with it.
   */
  schema?(kind: string): TObject;
  /** A record without the members, at any depth, that its schema does not declare. */
  known?(kind: string, wire: Wire): Wire;
  /** Whether an event tells of a change of this domain. */
  follows(event: EventHead): boolean;
  /** The records that an event which is followed tells of, some of which may be as they were. */
  touched(event: GatewayEvent, store: Reads): MaybePromise<readonly RecordName[]>;
  /** A record as it travels, undefined where there is none (any more). The same state gives the same JSON. */
  read(store: Reads, name: RecordName): MaybePromise<Wire | undefined>;
  /**
   * The records there are, in portions of about `limit`, which may be empty; `next` is where the following portion begins,
   * absent after the last.
   */
  list(store: Reads, kind: string, portion: Portion): MaybePromise<Listed>;
  /**
   * Makes the record here what it is there, with the events that tell of it; undefined removes it. What does not travel
   * stays as it is here, and the same once more does nothing. Throws `notYet` while a record that it points at is not
   * here, and any other error for what can never be taken in.
   *
   * Reads back (`read`) as what was given, but where a rule of the group makes it something else, the same on every
   * gateway: a name that another has, a circle, a count of changes that only grows. What is read then is a change made
   * here, which an event tells of and which travels back: whoever applies notes the digest of what was given, not of
   * what is read.
   */
  apply(ctx: Transacting, name: RecordName, wire: Wire | undefined): MaybePromise<void>;
  /**
   * Whether a record, where there is one, is the caller's to read and write; absent where the group's scopes alone decide.
   * What is not is neither sent nor taken in over a link that somebody without all rights has made.
   */
  visible?(who: { readonly store: Reads; readonly caller: Caller }, name: RecordName): MaybePromise<boolean>;
  /**
   * Whether a record may become what a peer says, with the rights of whoever linked the gateways; absent where the
   * group's scopes and `visible` decide. Asked before `apply`, and not for links with all rights.
   */
  permits?(
    who: { readonly store: Reads; readonly caller: Caller },
    name: RecordName,
    wire: Wire | undefined,
  ): MaybePromise<boolean>;
  /** Of the records for which this answers the same text, one commit takes in one; absent where it does not matter. */
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

/** Where groups register what they send. */
export interface SyncDomains {
  /** In a plugin's setup; answers what takes it off again. Throws where the domain is registered already. */
  register(domain: SyncDomain): () => void;
}

export const syncDomains = defineService<SyncDomains>("sync.domains");

const NOT_YET = Symbol.for("postern.sync.notYet");

/** To be thrown where a record comes before one that it points at: it is tried again once that has come. */
export function notYet(waitsFor: RecordName): Error {
  return Object.assign(new Error(`It waits for ${waitsFor.join(" ")}`), { [NOT_YET]: waitsFor });
}

/** What a record waits for, where `error` says that it came too early. */
export const waitsFor = (error: unknown): RecordName | undefined =>
  typeof error === "object" && error !== null ? (error as { [NOT_YET]?: RecordName })[NOT_YET] : undefined;

/** Whether what an event tells of was done on another gateway and came here by sync: work that it asks for is done there. */
export const cameBySync = ({ actor }: Pick<GatewayEvent, "actor">): boolean => actor === "plugin_sync";

/** One kind of records of a domain. A record here is what travels, together with the parts of its name. */
export interface SyncKind<S extends TObject = TObject> {
  /** What the parts of its name are called: members of the schema. */
  readonly name: readonly (keyof Static<S> & string)[];
  /** Closed. What a newer gateway says beside it never comes here: it is kept apart, and not lost on the way back. */
  readonly schema: S;
  read(store: Reads, ...name: string[]): MaybePromise<Static<S> | undefined>;
  list(store: Reads, portion: Portion): MaybePromise<{ names: readonly (readonly string[])[]; next?: string }>;
  /** Makes it so; it fits the schema, and differs from what `read` gives. */
  put(ctx: Transacting, record: Static<S>): MaybePromise<void>;
  /** Absent where such a record is never removed. */
  remove?(ctx: Transacting, ...name: string[]): MaybePromise<void>;
  apart?(...name: string[]): string;
  /** Whether the caller may make it so, beyond the scopes of the group and `visible`. */
  permits?(who: { readonly store: Reads; readonly caller: Caller }, record: Static<S>): MaybePromise<boolean>;
  /** Whether it is the caller's to read and write; absent where the group's scopes alone decide. */
  visible?(who: { readonly store: Reads; readonly caller: Caller }, ...name: string[]): MaybePromise<boolean>;
}

/** A kind, with the types of its schema. */
export const defineSyncKind = <S extends TObject>(kind: SyncKind<S>): SyncKind => kind as unknown as SyncKind;

type Touched = (data: never, store: Reads) => MaybePromise<readonly RecordName[]>;

/** A domain made of its kinds, those first that others point at, and of the records that each event tells of. */
export function defineSyncDomain(
  id: string,
  { kinds, touched }: { kinds: Readonly<Record<string, SyncKind>>; touched: Readonly<Record<string, Touched>> },
): SyncDomain {
  const kindOf = (name: string): SyncKind => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind) return kind;
    throw new Error(`${id} has no records ${name}, but ${Object.keys(kinds).join(", ")}`);
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
      return Object.fromEntries(Object.entries(record).filter(([member]) => !kind.name.includes(member)));
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
        if (!kind.remove) throw new Error(`A record ${name} of ${id} is never removed`);
        await kind.remove(ctx, ...parts);
        return;
      }
      const record = recordOf(kind, parts, wire);
      const [fault] = check(kind.schema, record);
      if (fault) throw new Error(`It is no record ${name} of ${id}: ${fault.path} ${fault.message}`);
      if (before && digestOf(before) === digestOf(record)) return;
      await kind.put(ctx, record);
    },
    permits(who, [name, ...parts], wire) {
      const kind = kindOf(name);
      // What a newer version says beside it is not applied either.
      const record = wire && recordOf(kind, parts, known(name, wire));
      // What is no record of the kind is refused when it is applied.
      if (!kind.permits || !record || check(kind.schema, record).length > 0) return true;
      return kind.permits(who, record);
    },
    apart: ([name, ...parts]) => kindOf(name).apart?.(...parts),
    visible: (who, [name, ...parts]) => kindOf(name).visible?.(who, ...parts) ?? true,
  };
}

const recordOf = ({ name }: SyncKind, parts: readonly string[], wire: Wire): Record<string, unknown> => ({
  ...wire,
  ...Object.fromEntries(name.map((member, at) => [member, parts[at]])),
});

/** The names of a portion of a collection, without those for which `nameOf` answers none. */
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
