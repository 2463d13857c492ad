import type { Call, Pending } from "../define/call.ts";
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

/** The result of a dry run. Pass the digest as `plan` to execute exactly this plan. */
export interface DryRun<Plan> {
  readonly dryRun: true;
  readonly plan: Plan;
  readonly digest: string;
}

/** A command that waits for approval. Calls without `propose` reject with `gateway.approval_pending`. */
export type PendingCall = Pending & { readonly status: "pending" };

type Signature = Record<"in" | "out" | "plan" | "answer", unknown>;
type SignatureOf<O extends Operation> = Pick<TypesOf<O>, "in" | "out" | "plan"> & { answer: AnswerOf<O> };
/** The result of a call without `execute`. */
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

/** How an operation is called in process. */
export interface CallOptions<Execute extends boolean = boolean>
  extends Pick<Call, "plan" | "idempotencyKey" | "reason" | "cause"> {
  /** Execute: otherwise operations that are dry by default answer their plan. */
  execute?: Execute;
  /** The caller whose rights apply. By default the process itself, which may do everything. */
  caller?: Caller;
  /** Cancels the call: it fails with `gateway.canceled`, unless its commit or its outside work has begun. */
  signal?: AbortSignal;
}

/** The lifecycle state of a gateway. `failed`: its last start failed; the next one tries again. */
export type GatewayState = "stopped" | "starting" | "running" | "stopping" | "failed";

/** A gateway: its operations, its HTTP handler and its lifecycle. */
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
  /** Plans a command. Writes nothing. */
  plan<Id extends CommandIds<S>>(id: Id, input: S[Id]["in"], options?: CallOptions): Promise<DryRun<S[Id]["plan"]>>;
  /** Asks for an approval of a command. Answers its result if there is nothing to do or a policy allows it. */
  propose<Id extends CommandIds<S>>(
    id: Id,
    input: S[Id]["in"],
    options?: CallOptions,
  ): Promise<PendingCall | S[Id]["out"]>;
  /** Calls `listener` after each commit that contains the event. Returns the function that removes it. */
  on<Data>(event: EventDefinition<string, Data>, listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /**
   * The gateway as a fetch handler, for the hosts it was created with. Without `hosts` it only answers requests
   * addressed to this machine, as `toNodeHandler` does.
   */
  fetch(request: Request): Promise<Response>;
  /** The same for other hosts and origins: each handler has its own. */
  fetchFrom(options: GuardOptions): (request: Request) => Promise<Response>;
  /** The same without the web's Request and Response, for servers that use Node's types directly. */
  handlerFrom(options: GuardOptions): HttpHandler;
  /** A service of a running plugin. Undefined if none provides it. */
  service<Interface>(service: Service<Interface>): Interface | undefined;
  readonly keys: GatewayKeys;
  readonly manifest: Manifest;
  /** The largest body that any operation accepts, in bytes. */
  readonly bodyLimit: number;
  /** Calls in any state other than `running` answer 503 with the state. */
  readonly state: GatewayState;
  /** What a long start is doing, or why the last start failed. */
  readonly detail: string | undefined;
  /**
   * Opens the store and starts the plugins. Rejects if the store cannot be opened; a later start tries again. A gateway
   * that was never started or stopped is started by its first call, which waits for it.
   */
  start(): Promise<void>;
  /**
   * Ends streams and plugins, waits for listeners and commits, and closes the store. It stays stopped until `start`.
   */
  stop(): Promise<void>;
}

/** What a gateway is made of. */
export interface GatewayOptions<P extends readonly Plugin[]> extends GuardOptions {
  readonly plugins: P;
  /** Any unstorage driver; in memory by default. */
  readonly storage?: StoreDriver;
  /**
   * The storage of large values, which all gateways on the store must share, such as `openBlobs` of
   * `@postern/core/blobs`. Required if the store outlives the process; "memory": they are lost when the process ends.
   */
  readonly blobs?: BlobStorage | "memory";
  readonly log?: Logger;
  /** The name of this machine for what only it has, such as files and processes; by default its host name. */
  readonly host?: string;
  /** Unix milliseconds; by default the clock of the store, if it has one, or of this machine. */
  readonly now?: () => number;
  readonly id?: (prefix: string, now: number) => string;
  /**
   * Identifies the caller of a request, if the host application knows: a caller from `keys.callerOf` or `createCaller`.
   * `keys` are those of the gateway. If it returns undefined, the key in the request is used. Called for each request whose host and origin are allowed;
   * it must not read the body. An exception is answered as 500, unless it is one of `gatewayErrors`.
   */
  readonly authenticate?: (request: Request, keys: GatewayKeys) => MaybePromise<Caller | undefined>;
  /** Ids of operations that need no key. */
  readonly open?: readonly string[];
  /** `/postern` if the host application mounts the gateway there. */
  readonly basePath?: string;
  /** False for a process that only makes a few calls: queues and consumers are left to long-running processes. */
  readonly background?: boolean;
  /** Compares what plugins write and answer with what they declare. */
  readonly checks?: {
    /**
     * Undeclared members of an answer: removed and logged once, or answered as 500 as in `testGateway`. Default:
     * `remove`.
     */
    readonly undeclared?: "remove" | "refuse";
    /** Whether records and event data must match their schemas when they are written. Default: true. */
    readonly writes?: boolean;
  };
  /** How much history of events is kept. */
  readonly journal?: JournalLimits;
  readonly limits?: {
    /** How long the setup or start of a plugin may take, in milliseconds. Default: 10 000. */
    readonly pluginStart?: number;
    /** Limit of the total size of all bodies in progress, in bytes. Default: 256 MiB. */
    readonly bodies?: number;
  } & CommitLimits;
}
