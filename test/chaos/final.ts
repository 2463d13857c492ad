import type { Client } from "./client.ts";
import type { Body, Call } from "./history.ts";
import type { Stage } from "./workloads/workload.ts";

export interface JournalEvent {
  readonly id: string;
  readonly type: string;
  readonly subject?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FinalMessage {
  readonly id: string;
  readonly sortKey: string;
  readonly actorId: string;
  readonly clientMessageId: string;
  readonly content: { readonly text: string };
}

export interface FinalRow {
  readonly id: string;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a gateway answers about everything that the workloads have changed, when all is over. */
export interface FinalState {
  readonly messages: Readonly<Record<string, readonly FinalMessage[]>>;
  readonly tokens: readonly FinalRow[];
  /** The live ones. */
  readonly properties: readonly { readonly id: string; readonly key: string }[];
  /** Titles and ids of all tasks. */
  readonly tasks: readonly { readonly id: string; readonly title: string }[];
  /** Dependencies as `task>dependency`, sorted: from the dependent, from the dependency, and from the graph. */
  readonly up: readonly string[];
  readonly down: readonly string[];
  readonly graph: readonly string[];
  readonly waiting: readonly string[];
  readonly ready: readonly string[];
  readonly eventIds: readonly string[];
  /** The answer of service.verify. */
  readonly verified: Body | undefined;
}

/** All events, as this gateway lists them, or any one. */
export async function readEvents(client: Client, to?: number): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for (let after = "0.0"; ; ) {
    const { events: page, cursor, more } = await read(client, to, "events.list", { after, limit: "500" });
    events.push(...(page as JournalEvent[]));
    if (!more) return events;
    after = cursor as string;
  }
}

export async function readFinalState(client: Client, to: number, stage: Stage): Promise<FinalState> {
  const all = <T>(operation: string, member: string, input: Call["input"] = {}) =>
    readAll<T>(client, to, operation, member, input);
  const messages: Record<string, FinalMessage[]> = {};
  for (const chatId of [...stage.chatIds, stage.ledgerId])
    messages[chatId] = await all<FinalMessage>("chats.messages.list", "messages", { chatId });
  const edges = async (direction: "up" | "down") => {
    const found: string[] = [];
    for (const taskId of stage.taskIds)
      for (const edge of await all<Edge>("tasks.deps.list", "dependencies", { taskId, direction }))
        found.push(nameOf(edge));
    return found.sort();
  };
  const waiting: string[] = [];
  for (const taskId of stage.taskIds) {
    const { task } = await read(client, to, "tasks.show", { taskId });
    if ((task as { readiness: { state: string } }).readiness.state === "waiting") waiting.push(taskId);
  }
  const isOurs = ({ id }: { id: string }): boolean => stage.taskIds.includes(id);
  const ready = (await all<{ id: string }>("tasks.ready", "tasks")).filter(isOurs);
  const graph = await read(client, to, "tasks.deps.graph", {});
  return {
    messages,
    tokens: await all<FinalRow>("bases.rows.list", "rows", { base: stage.tokenBase }),
    properties: await all("bases.props.list", "properties", { base: stage.propertyBase }),
    tasks: (await all<{ id: string; title: string }>("tasks.list", "tasks", { fields: "id,title" })).reverse(),
    up: await edges("up"),
    down: await edges("down"),
    graph: (graph.edges as Edge[]).map(nameOf).sort(),
    waiting: waiting.sort(),
    ready: ready.map(({ id }) => id).sort(),
    eventIds: (await readEvents(client, to)).map(({ id }) => id),
    verified: await read(client, to, "service.verify", {}),
  };
}

interface Edge {
  readonly taskId: string;
  readonly dependencyTaskId: string;
}

export const nameOf = ({ taskId, dependencyTaskId }: Edge): string => `${taskId}>${dependencyTaskId}`;

async function read(client: Client, to: number | undefined, operation: string, input: Call["input"]): Promise<Body> {
  const { status, body, attempts } = await client.ask(operation, input, to === undefined ? {} : { to, isFixed: true });
  if (status === 200 && body) return body;
  throw new Error(`Gateway ${to} did not answer ${operation}: ${JSON.stringify(body ?? attempts.at(-1))}`);
}

async function readAll<T>(client: Client, to: number, operation: string, member: string, input: Call["input"]) {
  const items: T[] = [];
  for (let offset = 0; ; ) {
    const body = await read(client, to, operation, { ...input, limit: "500", offset: String(offset) });
    items.push(...(body[member] as T[]));
    if (body.nextOffset === undefined) return items;
    offset = Number(body.nextOffset);
  }
}
