import type { Caller } from "../define/caller.ts";
import type { EventDefinition, GatewayEvent } from "../define/event.ts";
import type { Logger } from "../define/log.ts";
import type { Manifest } from "../define/manifest.ts";
import type { Operation, TypesOf } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import type { Service } from "../define/service.ts";
import type { GuardOptions } from "../http/guard.ts";
import type { HttpHandler } from "../http/handler.ts";
import type { CommitLimits } from "../journal/commit-limits.ts";
import type { JournalLimits } from "../journal/trim.ts";
import type { BlobStorage, MaybePromise, StoreDriver } from "../storage/index.ts";
import type { GatewayKeys } from "./gateway-keys.ts";

/** What a dry run answers. Give the digest back as `plan` to run exactly this. */
export interface DryRun<Plan> {
  readonly dryRun: true;
  readonly plan: Plan;
  readonly digest: string;
}

interface Signature {
  in: unknown;
  out: unknown;
  plan: unknown;
  answer: unknown;
}
type SignatureOf<O extends Operation> = {
  in: TypesOf<O>["in"];
  out: TypesOf<O>["out"];
  plan: TypesOf<O>["plan"];
  answer: AnswerOf<O>;
};
/** What a call without `execute` answers. */
type AnswerOf<O extends Operation> = TypesOf<O>["dry"] extends true
  ? DryRun<TypesOf<O>["plan"]>
  : TypesOf<O>["dry"] extends false
    ? TypesOf<O>["out"]
    : DryRun<TypesOf<O>["plan"]> | TypesOf<O>["out"];

type OperationsOf<P extends readonly Plugin[]> = P[number]["operations"][number];
type ById<O extends Operation> = { [Op in O as Op["id"]]: Op };
type Rows<M extends Record<string, Operation>> = { [Id in keyof M]: SignatureOf<M[Id]> };
/** Every operation of a set of plugins, by id. */
export type Signatures<P extends readonly Plugin[]> = Rows<ById<OperationsOf<P>>>;
type CommandIds<S extends Record<string, Signature>> = {
  [K in keyof S & string]: [S[K]["plan"]] extends [never] ? never : K;
}[keyof S & string];

export interface CallOptions<Execute extends boolean = boolean> {
  /** Do it: operations that are dry by default otherwise answer their plan. */
  execute?: Execute;
  /** The digest of the plan that was shown; another plan now is `gateway.plan_stale`. */
  plan?: string;
  idempotencyKey?: string;
  /** Whose rights count; without one, those of the process itself: all. */
  caller?: Caller;
  signal?: AbortSignal;
}

/** Where a gateway is in its life. `failed`: its last start did; the next one tries again. */
export type GatewayState = "stopped" | "starting" | "running" | "stopping" | "failed";

export interface Gateway<S extends Record<string, Signature> = Record<string, Signature>> {
  call<O extends Operation, Execute extends boolean = false>(
    operation: O,
    input: TypesOf<O>["in"],
    options?: CallOptions<Execute>,
  ): Promise<Execute extends true ? TypesOf<O>["out"] : AnswerOf<O>>;
  call<Id extends keyof S & string, Execute extends boolean = false>(
    id: Id,
    input: S[Id]["in"],
    options?: CallOptions<Execute>,
  ): Promise<Execute extends true ? S[Id]["out"] : S[Id]["answer"]>;
  /** What a command would do. Writes nothing. */
  plan<Id extends CommandIds<S>>(id: Id, input: S[Id]["in"], options?: CallOptions): Promise<DryRun<S[Id]["plan"]>>;
  /** Runs `listener` after each commit that tells of the event; answers what ends it. */
  on<Data>(event: EventDefinition<string, Data>, listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /**
   * The gateway as a fetch handler, for the hosts that it was made with. Without `hosts` it answers only where it is
   * called by a name of this machine, as `toNodeHandler` does.
   */
  fetch(request: Request): Promise<Response>;
  /** The same for other hosts and origins: each door has its own. */
  fetchFrom(options: GuardOptions): (request: Request) => Promise<Response>;
  /** The same again without the web's request and response, for doors that speak to Node themselves. */
  doorFrom(options: GuardOptions): HttpHandler;
  /** A service of a plugin that runs; undefined while none provides it. */
  service<Interface>(service: Service<Interface>): Interface | undefined;
  readonly keys: GatewayKeys;
  readonly manifest: Manifest;
  /** The largest body that any operation takes, in bytes. */
  readonly bodyLimit: number;
  /** Calls in any other state than `running` answer 503 with the state. */
  readonly state: GatewayState;
  /** What a start is busy with that takes long, or why the last start failed, in words. */
  readonly detail: string | undefined;
  /**
   * Opens the store and starts the plugins. Rejects where the store cannot be used; a later start tries again. A
   * gateway that was never started or stopped is started by its first call, which waits for it.
   */
  start(): Promise<void>;
  /** Ends streams and plugins, waits for listeners and commits, closes the store. It stays stopped until `start`. */
  stop(): Promise<void>;
}

export interface GatewayOptions<P extends readonly Plugin[]> extends GuardOptions {
  readonly plugins: P;
  /** Any unstorage driver; in memory when there is none. */
  readonly storage?: StoreDriver;
  /** Where large values lie; in memory when there is none. */
  readonly blobs?: BlobStorage;
  readonly log?: Logger;
  /** Unix milliseconds. */
  readonly now?: () => number;
  readonly id?: (prefix: string, now: number) => string;
  /**
   * Who sends a request, where the host application knows: a caller, of `keys.callerOf` or `createCaller`. Where it
   * answers undefined, the key in the request counts. It is asked for each request whose host and origin are admitted,
   * and must not read the body. What it throws is answered as 500, unless it is one of `gatewayErrors`.
   */
  readonly authenticate?: (request: Request) => MaybePromise<Caller | undefined>;
  /** Ids of operations that need no key. */
  readonly open?: readonly string[];
  /** `/postern` where the host application mounts the gateway there. */
  readonly basePath?: string;
  /** False where a process comes for a call or two: queues and followers are left to those that stay. */
  readonly background?: boolean;
  /** What plugins write and answer is compared with what they declare. */
  readonly checks?: {
    /** Members of an answer that its operation does not declare: removed, and logged once, or 500 as in `testGateway`. Default `remove`. */
    readonly undeclared?: "remove" | "refuse";
    /** Whether records and the data of events must fit their schemas when they are written. Default true. */
    readonly writes?: boolean;
  };
  /** How much history of events is kept. */
  readonly journal?: JournalLimits;
  readonly limits?: {
    /** How long a plugin may take to set up or start, in milliseconds; 10 000 unless said. */
    readonly pluginStart?: number;
    /** Bytes of all bodies in work at a time; 256 MiB unless said. */
    readonly bodies?: number;
  } & CommitLimits;
}
