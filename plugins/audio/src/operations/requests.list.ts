import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { filtered, limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { type RequestRecord, requests, texts } from "../collections.ts";
import { group } from "../group.ts";
import { showHead } from "../request.ts";
import { RequestHead, State } from "../schemas.ts";

/** Characters of a text that the list shows. */
const SHOWN = 200;
const ListedRequest = T.Object({
  ...RequestHead.properties,
  text: T.String({ description: `Text to speak, its first ${SHOWN} characters` }),
});
const Requests = listOf("requests", ListedRequest, {
  id: "id",
  state: "status",
  text: "text",
  agentId: ["plain", 2],
  sessionName: ["plain", 3],
  createdAt: ["ago", 1],
  error: ["text", 1],
});
const word = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 256, description }));

interface Filter {
  readonly status?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly chat?: string;
}

export const requestsList = defineQuery(group, {
  id: "audio.requests.list",
  summary: "List speech requests, newest first",
  description: `Each text is cut after ${SHOWN} characters; audio.requests.show includes all of it.`,
  input: T.Object({
    name: nameField(),
    status: T.Optional(described(State, "Only requests in this state")),
    agent: word("Only requests of this agent"),
    session: word("Only requests of this session, by name or key"),
    chat: word("Only requests for this chat"),
    ...Requests.fields,
  }),
  narrowed: true,
  output: Requests.output,
  examples: [
    { title: "Requests that were not played yet", input: { status: "ready" } },
    { title: "States and errors of an agent's requests", input: { agent: "main", fields: "id,state,error" } },
  ],
  run({ store, caller }, { name, limit, offset, fields, ...filter }) {
    const place = { by: "byView", prefix: placeOf(filter), reverse: true } as const;
    const isOne = Object.keys(filter).filter((name) => name !== "status").length <= 1;
    const listed = isOne ? within(store, requests, place) : filtered(store, requests, place, fits(filter));
    const source =
      name === undefined
        ? listed
        : namedSource(
            store,
            requests,
            { name, idPrefix: "speech_" },
            (request) => fits(filter)(request) && (filter.status === undefined || request.state === filter.status),
          );
    return Requests.answer(
      { limit, offset, ...(fields !== undefined && { fields }) },
      limitToGrants(source, caller, "audio.requests.list", ({ id }) => id),
      async (found) => ({
        ...showHead(found),
        text: [...((await store.get(texts, found.id))?.text ?? "")].slice(0, SHOWN).join(""),
      }),
    );
  },
});

/** The index range of the most selective filter, combined with the state. */
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
