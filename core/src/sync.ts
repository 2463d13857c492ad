import type { Transacting } from "./context.ts";
import type { GatewayEvent } from "./event.ts";
import type { EventHead } from "./history.ts";
import { defineService } from "./service.ts";
import type { Glance, MaybePromise } from "./storage/index.ts";

/** Names a record of a domain, the same on every gateway: its kind, then what tells it from others of the kind. */
export type RecordName = readonly [kind: string, ...name: string[]];

/** A record as it travels: what is the same on every gateway. No secret, no path, no place of this store. */
export type Wire = Readonly<Record<string, unknown>>;

/** What a group sends to linked gateways, and how it takes in what comes from there. */
export interface SyncDomain {
  /** The group's name. */
  readonly id: string;
  /** The kinds of records, those first that others point at. */
  readonly kinds: readonly string[];
  /** Whether an event tells of a change of this domain. */
  follows(event: EventHead): boolean;
  /** The records that an event which is followed tells of. */
  touched(event: GatewayEvent): readonly RecordName[];
  /** A record as it travels, undefined where there is none (any more). The same state gives the same JSON. */
  read(store: Glance, name: RecordName): MaybePromise<Wire | undefined>;
  /** The records there are, in portions; `next` is where the following portion begins, absent after the last. */
  list(
    store: Glance,
    kind: string,
    portion: { readonly after?: string; readonly limit: number },
  ): MaybePromise<{ readonly names: readonly RecordName[]; readonly next?: string }>;
  /**
   * Makes the record here what it is there, with the events that tell of it; undefined removes it. What does not travel
   * stays as it is here. Reads back (`read`) as what was given. Throws `notYet` while a record that it points at is not
   * here, and any other error for what can never be taken in.
   */
  apply(ctx: Transacting, name: RecordName, wire: Wire | undefined): MaybePromise<void>;
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
