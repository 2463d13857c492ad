import { type Caller, defineCommand, defineError, defineQuery, type Group, type Operation } from "@postern/core";
import type { MaybePromise, Reads } from "@postern/core/storage";
import { type TObject, Type } from "@sinclair/typebox";
import { endsLater } from "../fields/ends-later.ts";
import { refersTo } from "../fields/fields.ts";
import type { Columns } from "../paging/columns.ts";
import { listOf } from "../paging/list.ts";
import { namedSource, nameField } from "../paging/named.ts";
import { filtered, within } from "../paging/source.ts";
import { Status, type Stored, shownEntry } from "./entry.ts";
import { enter, finish, type Line } from "./lane.ts";
import { renewed } from "./rules.ts";

const named = (description: string) => Type.String({ minLength: 1, maxLength: 256, description });

interface Shown {
  readonly group: Group;
  readonly queue: string;
  readonly one: string;
  readonly all: string;
  readonly item: TObject;
  readonly columns: Columns<TObject>;
  readonly note: TObject | undefined;
  readonly about: string | undefined;
  readonly line: Line;
  readonly lane: ((payload: never) => string | undefined) | undefined;
  readonly visible: ((who: Who, payload: never, right: "read" | "write") => MaybePromise<boolean>) | undefined;
}

interface Who {
  readonly caller: Caller;
  readonly store: Reads;
}

/** How texts name the entries of a queue. A queue with a collective name, like `outbox`, has outbox entries. */
export function wordsOf(queue: string, one: string) {
  const [single, many] = queue.endsWith("s") ? [one, queue] : [`${queue} entry`, `${queue} entries`];
  const article = /^[aeiou]/.test(single) ? "an" : "a";
  const subject = single.charAt(0).toUpperCase() + single.slice(1);
  return { single, many, article, subject };
}

/** `list`, `show`, `retry` and `discard` of a queue. */
export function operationsOf(
  id: string,
  { group, queue, one, all, item, columns, note, about, line, lane, visible }: Shown,
): readonly Operation[] {
  const { entries } = line;
  const { single, many, article, subject } = wordsOf(all, one);
  const command = `postern ${queue.replaceAll(".", " ")} list`;
  const NotFound = defineError(`${queue}_${one}_not_found` as `${string}.${string}`, {
    status: 404,
    data: Type.Object({ id: Type.String() }),
    message: ({ id }) => `${subject} "${id}" not found. List ${many} with "${command}".`,
    fix: () => command,
  });
  const Settled = defineError(`${queue}_${one}_settled` as `${string}.${string}`, {
    status: 409,
    data: Type.Object({ id: Type.String(), state: Status }),
    message: ({ id, state }) => `${subject} "${id}" is ${state}, so it cannot be retried or discarded`,
  });
  const List = listOf(all, item, {
    id: "id",
    status: "status",
    attempts: "plain",
    ...columns,
    lastError: ["text", 1],
    nextAttemptAt: ["ago", 2],
    createdAt: ["ago", 2],
  });
  const byAbout = (
    about === undefined ? {} : { [about]: Type.Optional(named(`Return only ${many} with this ${about}`)) }
  ) as Record<never, never>;
  // A queue may have a field `name` of its own.
  const byName = (about === "name" ? {} : { name: nameField() }) as Record<never, never>;
  const entryId = Type.String({ minLength: 1, maxLength: 128, description: `Id of the ${single}` });
  const input = Type.Object({ id: refersTo(entryId, { list: `${id}.list` }) });
  const output = Type.Object({ [one]: { ...item, description: `The ${single}` } as typeof item });
  const show = (entry: Stored) => shownEntry(entry, note) as never;
  const answer = (entry: Stored) => ({ [one]: show(entry) }) as never;
  const examples = [{ title: subject, input: { id: "entry_0123456789abcdef01234567" } }];

  const isSeen = async (who: Who, { payload }: Stored, right: "read" | "write"): Promise<boolean> =>
    visible === undefined || who.caller.isAdmin || visible(who, payload as never, right);

  async function find(who: Who, id: string, right: "read" | "write"): Promise<Stored> {
    const entry = await who.store.get(entries, id);
    if (!entry || !(await isSeen(who, entry, right))) throw NotFound({ id });
    return entry;
  }

  const list = defineQuery(group, {
    id: `${id}.list`,
    summary: `List ${many}, newest first`,
    description:
      "Finished entries are kept for a while. Filter by status: `dead` selects entries that failed permanently.",
    input: Type.Object({
      ...byName,
      status: Type.Optional({ ...Status, description: `Return only ${many} with this status` }),
      ...byAbout,
      ...List.fields,
    }),
    output: List.output,
    examples: [{ title: `The newest ${many}`, input: {} }],
    async run({ store, caller }, asked) {
      const named = about === undefined ? undefined : (asked as Record<string, unknown>)[about];
      const place = placeOf(asked.status, named as string | undefined);
      const stretch = place ? ({ by: "byView", prefix: place, reverse: true } as const) : { reverse: true };
      const who = { caller, store: store.unchecked };
      const name = about === "name" ? undefined : (asked as { name?: string }).name;
      const isListed = (entry: Stored) =>
        (asked.status === undefined || entry.status === asked.status) &&
        (named === undefined || about === undefined || (entry.payload as Record<string, unknown>)[about] === named) &&
        isSeen(who, entry, "read");
      const source =
        name !== undefined
          ? namedSource(store.unchecked, entries, { name, idPrefix: "entry_" }, isListed)
          : visible === undefined || caller.isAdmin
            ? within(store, entries, stretch)
            : filtered(store.unchecked, entries, stretch, (entry) => isSeen(who, entry, "read"));
      return (await List.answer(asked, source, show)) as never;
    },
  });
  const showOne = defineQuery(group, {
    id: `${id}.show`,
    summary: `Show ${article} ${single}`,
    description: "The answer has the number of attempts, the last error and the time of the next attempt.",
    input,
    output,
    errors: [NotFound],
    examples,
    run: async (ctx, { id }) => answer(await find(ctx, id, "read")),
  });
  const retry = defineCommand(group, {
    id: `${id}.retry`,
    summary: `Retry ${article} ${single}`,
    description: lane
      ? "The entry gets all its attempts again. A finished entry is placed behind the waiting entries of its lane."
      : "The entry gets all its attempts again.",
    input,
    output: endsLater(output, {
      what: single,
      query: `${id}.show`,
      input: { id: `${one}.id` },
      state: `${one}.status`,
      good: ["done"],
      bad: ["dead", "discarded"],
      reason: `${one}.lastError`,
    }),
    errors: [NotFound, Settled],
    examples,
    async plan(ctx, { id }) {
      const { status } = await find(ctx, id, "write");
      if (status === "done" || status === "running") throw Settled({ id, state: status });
      return { summary: `Retry the ${single} ${id}`, id };
    },
    async execute(ctx, _plan, { id }) {
      const { store, now } = ctx;
      const found = await find(ctx, id, "write");
      const entry: Stored = { ...renewed(found, now), isAsked: true };
      // Entries added since it was finished come first: it enters its lane again, at the end.
      if (found.status !== "waiting") return answer(await enter(ctx, line, entry, lane?.(entry.payload as never)));
      await store.put(entries, entry);
      line.arrivals.announce(entry.id);
      return answer(entry);
    },
  });
  const discard = defineCommand(group, {
    id: `${id}.discard`,
    summary: `Discard ${article} ${single}`,
    description: "The entry is kept for a while with the status `discarded`, and can be retried until it is deleted.",
    input,
    output,
    errors: [NotFound, Settled],
    examples,
    async plan(ctx, { id }) {
      const { status } = await find(ctx, id, "write");
      if (status === "done" || status === "running") throw Settled({ id, state: status });
      return { summary: `Discard the ${single} ${id}`, id };
    },
    async execute(ctx, _plan, { id }) {
      const discarded: Stored = { ...(await find(ctx, id, "write")), status: "discarded", finishedAt: ctx.now };
      await finish(ctx, line, discarded);
      return answer(discarded);
    },
  });
  return [list, showOne, retry, discard];
}

function placeOf(status: string | undefined, about: string | undefined): string[] | undefined {
  if (about === undefined) return status === undefined ? undefined : ["status", status];
  return status === undefined ? ["about", about] : ["both", about, status];
}
