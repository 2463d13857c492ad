import type { TObject, TSchema } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { ErrorDefinition } from "./error.ts";
import type { Group } from "./group.ts";
import { declaredMembers } from "./members.ts";
import { closed, type Input, type Parsed } from "./schema.ts";

/**
 * `read` changes nothing. `external` sends something outside, publishes or spends money, and `destroy` removes what
 * cannot be restored: both show their plan first. `write` is all else: it can be undone, or repeated without harm.
 */
export type Effect = "read" | "write" | "external" | "destroy";

/**
 * The plan a dry run shows: plain JSON in the operation's own shape, without secrets, message texts or absolute paths.
 */
export interface PlanShape {
  /** One sentence that says what will be done. */
  readonly summary: string;
  /** The external systems it reaches. */
  readonly effects?: readonly string[];
  /** The whole answer, if there is nothing to do: answered immediately, dry run or not, and nothing is executed. */
  readonly answer?: unknown;
}

export const PROPERTIES = ["gives-key", "gives-secret", "lasting", "decides", "restricts", "posts"] as const;

/**
 * What those who pass an operation on must know of it beyond its effect: to models, pages, rules or chats. `gives-key`: its
 * answer has a key or ticket, with which others call the gateway. `gives-secret`: it has another secret. `lasting`: it sets up or changes
 * work that continues after the call, with the rights of its caller or of a connection. `decides`: about the commands of
 * others, or who may decide. `restricts`: it only takes rights or work away, so that no policy holds it back and it has no
 * dry run by default. `posts`: it writes or changes what people read in chats, or what receives that or answers it, so that
 * its caller can make people believe something there.
 */
export type Property = (typeof PROPERTIES)[number];

/** The call that undoes a command. */
export interface Inverse {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}
/** Undefined if there is nothing to undo, or no way back in this case. */
export type Undo<Answer> = Inverse | undefined | ((answer: Answer) => Inverse | undefined);

export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An operation as a value. Its id determines its path, its command, its tool name and its file. */
export interface Operation<
  Id extends string = string,
  Kind extends "query" | "command" = "query" | "command",
  // biome-ignore lint/suspicious/noExplicitAny: an operation of any input
  In = any,
  // biome-ignore lint/suspicious/noExplicitAny: an operation of any answer
  Out = any,
  // biome-ignore lint/suspicious/noExplicitAny: an operation of any plan
  Plan = any,
  Dry extends boolean = boolean,
> {
  readonly kind: Kind;
  readonly properties: readonly Property[];
  readonly id: Id;
  readonly group: Group;
  readonly summary: string;
  readonly description?: string;
  readonly input: TObject;
  readonly output: TObject;
  readonly errors: readonly ErrorDefinition[];
  readonly examples: readonly Example[];
  readonly effect: Effect;
  readonly scope: string;
  /** Whether a call without `execute: true` only plans: never, always, or depending on the input. */
  readonly dryRunByDefault: false | true | ((input: never, plan: never) => boolean);
  /**
   * Whether `execute` itself works outside the store, so that it must not run again after a commit conflict. Work that
   * is left to a queue is not. By default what is external.
   */
  readonly outside?: boolean;
  /** Refuses `execute` as an unknown field, because its specification has no such field. Other commands accept it. */
  readonly refusesExecute?: true;
  /** Changes the first answer for a repeated call with the same idempotency key, if it must not look like a new one. */
  readonly replayed?: (answer: never) => unknown;
  /** The ids in an input, for grants that are limited to a resource. */
  readonly resource?: (input: never) => string | readonly string[] | undefined;
  /**
   * The ids of everything that a call is about, for policies that name resources, where the input says it differently: by
   * a slug or name, or by something within it. Undefined if it is unknown: then such policies match.
   */
  readonly resources?: (ctx: never, input: never) => MaybePromise<readonly string[] | undefined>;
  /** Filters its answer by the resources that a limited grant reaches: such a key gets a shorter answer, not a 403. */
  readonly narrowed?: true;
  /** The longest body accepted over HTTP, in bytes; 1 MiB by default. */
  readonly bodyLimit: number;
  /** Removes members that the output schema does not declare. `onRemoved` gets the path of each. */
  readonly trim: (answer: unknown, onRemoved?: (path: string) => void) => unknown;
  readonly plan: (ctx: never, input: never) => MaybePromise<unknown>;
  readonly execute?: (ctx: never, plan: never, input: never) => MaybePromise<unknown>;
  /** The call that undoes it, from the state before `execute`, or a function that returns it for the answer. */
  readonly undo?: (ctx: never, plan: never, input: never) => MaybePromise<Undo<never>>;
  /** Types only: absent at run time. */
  readonly "~types"?: { in: In; out: Out; plan: Plan; dry: Dry };
}

/** The types of an operation's input, answer and plan. */
export type TypesOf<O extends Operation> = NonNullable<O["~types"]>;

/** Options that queries and commands share. */
export interface OperationOptions<Id, I extends TObject, O>
  extends Pick<Operation, "summary" | "description" | "narrowed">,
    Partial<Pick<Operation, "errors" | "bodyLimit" | "properties">> {
  id: Id;
  input: I;
  output: O;
  examples?: readonly { title: string; input: Input<I> }[];
  /** The scope, if not `<group>:read` or `<group>:write`; "any": any valid key. */
  scope?: string;
  resource?: (input: Parsed<I>) => string | readonly string[] | undefined;
}

const MEBIBYTE = 2 ** 20;

/** The part of an operation that queries and commands share. */
export function operationOf<I extends TObject, D extends OperationOptions<string, I, TObject>>(
  group: Group,
  def: D & { input: I },
  effect: Effect,
) {
  const { id, input, scope = `${group.name}:${effect === "read" ? "read" : "write"}` } = def;
  assertNamed(group, id, input);
  return {
    ...def,
    group,
    input: closed(input),
    scope,
    effect,
    errors: def.errors ?? [],
    properties: def.properties ?? [],
    examples: (def.examples ?? []) as readonly Example[],
    bodyLimit: def.bodyLimit ?? MEBIBYTE,
    trim: declaredMembers(def.output),
  };
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*){1,7}$/;

/** Options that the command line needs for itself. */
const TAKEN = ["data", "json", "gateway", "config-file", "plan", "dry-run", "input", "help", "execute"];

/** Throws if the name of an operation or of one of its fields is not allowed. */
function assertNamed(group: Group, id: string, input: TSchema): void {
  if (id.length > 128 || !ID.test(id) || !id.startsWith(`${group.name}.`)) {
    throw new Error(
      `The id of an operation of "${group.name}" must be ${group.name}.<words in lowercase>; got ${JSON.stringify(id)}`,
    );
  }
  const taken = Object.keys(input.properties).find((field) => TAKEN.includes(field));
  if (taken) throw new Error(`Operation ${id}: a field cannot be named "${taken}", an option of the command line`);
}
