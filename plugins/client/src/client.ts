import type { CallOptions } from "./calls/call.ts";
import type { DryRun, Planned, PlanShape } from "./calls/plan.ts";
import type { Pending, ProposeOptions } from "./calls/propose.ts";
import type { UploadSource } from "./calls/upload.ts";
import type { Gap, GatewayEvent } from "./events/event.ts";
import type { EventOptions } from "./events/follow.ts";
import type { PosternError } from "./http/error.ts";
import type { RawRequest } from "./http/raw.ts";
import type { RequestOptions } from "./http/transport.ts";
import type { TurnHandler } from "./work/turn.ts";
import type { WorkOptions } from "./work/work.ts";

/** The types of an operation, as a member of an `Api` under the id of the operation. */
export interface OperationTypes {
  readonly kind: "query" | "command";
  /** Whether a call without `execute` only shows its plan. */
  readonly dryRun: "never" | "always" | "conditional";
  readonly input: unknown;
  readonly output: unknown;
  /** The codes of its own errors. */
  readonly errors: string;
  readonly plan?: unknown;
  /** The items of a list. */
  readonly item?: unknown;
}

/** A client of the operations of an `Api`: `client.chats.messages.create({ … })`. */
export type Client<Api> = Group<Api, "", Extract<keyof Api, `${string}.${string}`>> & OwnFunctions<Api>;

/** The parts of the ids below a prefix: `Id` are the ids without it. */
type Group<Api, Prefix extends string, Id extends string> = {
  [First in FirstOf<Id> as CamelCase<First>]: Member<Api, `${Prefix}${First}`, RestOf<Id & `${First}.${string}`>>;
};
type FirstOf<Id extends string> = Id extends `${infer First}.${string}` ? First : Id;
type RestOf<Id extends string> = Id extends `${string}.${infer Rest}` ? Rest : never;
type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

/** An id can be an operation and begin the ids of others. */
type Member<Api, Id extends string, Rest extends string> = Id extends keyof Api
  ? [Rest] extends [never]
    ? Method<Api[Id]>
    : Method<Api[Id]> & Group<Api, `${Id}.`, Rest>
  : Group<Api, `${Id}.`, Rest>;

type Method<Op> = Op extends OperationTypes
  ? Call<Op> & PlanOf<Op> & (Op extends { readonly item: infer Item } ? ListAll<Op["input"], Item> : unknown) & From<Op>
  : never;

/** The input can be left out if none of its fields is required. */
type Args<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options];
type PlanType<Op> = Op extends { readonly plan: infer Plan } ? Plan : PlanShape;

type Call<Op extends OperationTypes> = Op["dryRun"] extends "never"
  ? (...args: Args<Op["input"], CallOptions>) => Promise<Op["output"]>
  : <Execute extends boolean = false>(
      ...args: Args<Op["input"], CallOptions<Execute>>
    ) => Promise<
      Execute extends true
        ? Op["output"]
        : Op["dryRun"] extends "always"
          ? DryRun<PlanType<Op>>
          : DryRun<PlanType<Op>> | Op["output"]
    >;

type PlanOf<Op extends OperationTypes> = Op["kind"] extends "command"
  ? {
      /** Asks for the plan. Writes nothing. */
      plan(...args: Args<Op["input"], Omit<CallOptions, "execute">>): Promise<Planned<Op["output"], PlanType<Op>>>;
      /** Asks for an approval. Answers the result if there is nothing to do. */
      propose(...args: Args<Op["input"], ProposeOptions>): Promise<Pending<PlanType<Op>> | Op["output"]>;
    }
  : unknown;

interface ListAll<Input, Item> {
  /** All items, page by page. */
  all(...args: Args<Omit<Input, "offset" | "after">, RequestOptions>): AsyncIterableIterator<Item>;
}

/** Operations that accept parts of files. */
type From<Op extends OperationTypes> = Op extends {
  readonly input: { readonly parts: readonly string[] };
  readonly output: { readonly parts: readonly string[] };
}
  ? {
      /** Sends a file in parts of 1 MiB, and returns the names of the parts. */
      from(source: UploadSource, ...args: Args<Omit<Op["input"], "parts">, RequestOptions>): Promise<string[]>;
    }
  : unknown;

type EventsOf<Api> = Api extends { readonly "~events": infer Events } ? Events : Record<string, unknown>;
type ErrorsOf<Api> = Api extends { readonly "~errors": infer Errors } ? Errors : Record<string, unknown>;
type KnownTypes<Api> = keyof EventsOf<Api> & string;

/** Events of these types; of globs, and of types that the Api does not have, the data are unknown. */
export type EventFor<Api, Type extends string> =
  Type extends KnownTypes<Api> ? GatewayEvent<Type, EventsOf<Api>[Type]> : GatewayEvent;

interface OwnFunctions<Api> {
  /**
   * Follows events until the signal aborts or the loop is left. After an interruption it continues where it was: each
   * event arrives once and in order. A `gap` says that events are no longer available.
   */
  events: <Type extends KnownTypes<Api> | (string & Record<never, never>) = string>(
    options?: EventOptions<Type>,
  ) => AsyncGenerator<EventFor<Api, Type> | Gap, void>;
  /** Requests a path that is not an operation, such as a sound. Answers that are not 2xx are thrown. */
  request: (path: `/${string}`, options?: RawRequest) => Promise<Response>;
  /** Whether something thrown is the error with this code, whose data are then typed. */
  isError: <Code extends keyof ErrorsOf<Api> & string>(
    error: unknown,
    code: Code,
  ) => error is PosternError<Code, ErrorsOf<Api>[Code]>;
  agents: { turns: { work: (agent: string, handler: TurnHandler, options?: WorkOptions) => Promise<void> } };
}
