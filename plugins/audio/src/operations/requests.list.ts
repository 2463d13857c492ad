import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { filtered, listOf, reached, within } from "@postern/core/paging";
import { type RequestRecord, requests } from "../collections.ts";
import { group } from "../group.ts";
import { showHead } from "../request.ts";
import { RequestHead, State } from "../schemas.ts";

const Requests = listOf("requests", RequestHead);
const word = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 256, description }));

interface Filter {
  readonly status?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly chat?: string;
}

export const requestsList = defineQuery(group, {
  id: "audio.requests.list",
  summary: "List requests for speech, newest first",
  description: "Without their texts, which audio.requests.show tells.",
  input: T.Object({
    status: T.Optional(described(State, "Its status")),
    agent: word("Those of an agent"),
    session: word("Those of a session, by its name or its key"),
    chat: word("Those for a chat"),
    ...Requests.fields,
  }),
  narrowed: true,
  output: Requests.output,
  examples: [
    { title: "What nobody has heard yet", input: { status: "ready" } },
    { title: "What became of what an agent said", input: { agent: "main", fields: "id,state,error" } },
  ],
  run({ store, caller }, { limit, offset, fields, ...filter }) {
    const place = { by: "byView", prefix: placeOf(filter), reverse: true } as const;
    const isOne = Object.keys(filter).filter((name) => name !== "status").length <= 1;
    const source = isOne ? within(store, requests, place) : filtered(store, requests, place, fits(filter));
    return Requests.answer(
      { limit, offset, ...(fields !== undefined && { fields }) },
      reached(source, caller, "audio.requests.list", ({ id }) => id),
      showHead,
    );
  },
});

/** The range that one of the filters narrows most, together with the state. */
function placeOf({ status, agent, session, chat }: Filter): string[] {
  const named = [["chat", chat] as const, ["session", session] as const, ["agent", agent] as const];
  const [kind, name] = named.find(([, value]) => value !== undefined) ?? [];
  if (kind === undefined || name === undefined) return status === undefined ? ["all"] : ["state", status];
  return status === undefined ? [kind, name] : [`${kind} and state`, name, status];
}

const fits =
  ({ agent, session, chat }: Filter) =>
  ({ agentId, sessionName, sessionKey, target }: RequestRecord): boolean =>
    (agent === undefined || agent === agentId) &&
    (session === undefined || [sessionName, sessionKey].includes(session)) &&
    (chat === undefined || [target.chatId, target.canonicalChatId].includes(chat));
