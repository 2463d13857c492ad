/** The parts of a program that differ between generated clients. */
interface Spelling {
  /** Imports and setup; `url` and `headers` are defined. */
  readonly start: string;
  call(operation: string, body: string): string;
  readonly error: (operation: string, body: string) => string;
  /** The audio of the request `id`, as a body for `new Response`. */
  readonly sound: string;
  readonly types: { readonly chat: string; readonly speech: string };
}

/** The folder of a program and its client. */
const here = ".";
const camel = (id: string) => id.replaceAll(/\.([a-z])/g, (_, first: string) => first.toUpperCase());
const pathOf = (id: string) => `/api/v1/${id.replaceAll(".", "/")}`;

const openapiFetch: Spelling = {
  start: `
    import createClient from "openapi-fetch";
    import type { components, paths } from "${here}/schema";
    const client = createClient<paths>({ baseUrl: url, headers });
    function ok<T>({ data }: { data?: T }): T {
      if (data === undefined) throw new Error("no answer");
      return data;
    }`,
  call: (id, body) => `ok(await client.POST("${pathOf(id)}", { body: ${body} }))`,
  error: (id, body) => `(await client.POST("${pathOf(id)}", { body: ${body} })).error?.code`,
  sound: `ok(await client.GET("/api/v1/audio/requests/{id}/audio", { params: { path: { id } }, parseAs: "blob" }))`,
  types: { chat: `components["schemas"]["Chat"]`, speech: `components["schemas"]["SpeechRequestDetails"]` },
};

const heyApi: Spelling = {
  start: `
    import * as api from "${here}/client";
    import { client } from "${here}/client/client.gen";
    client.setConfig({ baseUrl: url, headers });
    function ok<T>({ data }: { data: T | undefined }): T {
      if (data === undefined) throw new Error("no answer");
      return data;
    }`,
  call: (id, body) => `ok(await api.${camel(id)}({ body: ${body} }))`,
  error: (id, body) => `(await api.${camel(id)}({ body: ${body} })).error?.code`,
  sound: `ok(await api.getApiV1AudioRequestsIdAudio({ path: { id } }))`,
  types: { chat: "api.Chat", speech: "api.SpeechRequestDetails" },
};

const orval: Spelling = {
  start: `
    import * as api from "${here}/client";
    type Success<R> = R extends { status: 200; data: infer D } ? D : never;
    function ok<R extends { status: number; data: unknown }>(answer: R): Success<R> {
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
      return answer.data as Success<R>;
    }
    function codeOf(answer: { status: number; data: object }): string | undefined {
      return answer.status !== 200 && "code" in answer.data ? String(answer.data.code) : undefined;
    }`,
  call: (id, body) => `ok(await api.${camel(id)}(${body}, { headers }))`,
  error: (id, body) => `codeOf(await api.${camel(id)}(${body}, { headers }))`,
  sound: `ok(await api.getApiV1AudioRequestsIdAudio(id, { headers }))`,
  types: { chat: "api.Chat", speech: "api.SpeechRequestDetails" },
};

/** A mutator for orval, whose own requests parse every response as JSON. */
export const fetcher = `
export async function fetcher<T>(path: string, options: RequestInit): Promise<T> {
  const response = await fetch(process.argv[2] + path, options);
  const isJson = response.headers.get("content-type")?.includes("json");
  const data: unknown = isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as T;
}
declare const process: { argv: string[] };
`;

/** Calls operations (including an error and a plan) and a route, and prints the results as JSON. */
const spelled = ({ start, call, error, sound, types }: Spelling) => `
const [url = "", key = ""] = process.argv.slice(2);
const headers = { authorization: \`Bearer \${key}\` };
${start}
declare const process: { argv: string[]; exitCode?: number };
type Chat = ${types.chat};
type Speech = ${types.speech};

async function main() {
  const seen: unknown[] = [];
  seen.push(${call("context.whoami", "{}")}.context.label);
  const { chat }: { chat: Chat } = ${call("chats.create", `{ kind: "room", title: "Lobby" }`)};
  const message = { chatId: chat.id, actorId: "ann", content: "Hello", clientMessageId: "first" };
  seen.push(chat.title, ${call("chats.messages.create", "message")}.message.content.text);
  seen.push(${call("chats.messages.list", `{ chatId: chat.id, limit: "10" }`)}.messages[0]?.actorId);
  const { task } = ${call("tasks.create", `{ title: "Call back", priority: "high" }`)};
  seen.push(${call("tasks.show", "{ taskId: task.id }")}.task.readiness.state);
  const { base } = ${call("bases.create", `{ name: "Leads", props: [{ name: "Company", type: "text" }] }`)};
  const { row } = ${call("bases.rows.create", `{ base: base.id, values: { company: "Initech" } }`)};
  seen.push(row.values["company"]);
  const { calendar } = ${call("calendars.create", `{ name: "Team" }`)};
  const times = { startAt: "2027-01-04T09:00:00Z", endAt: "2027-01-04T10:00:00Z" };
  const made = ${call("calendars.events.create", `{ calendar: calendar.id, title: "Start", ...times }`)};
  if (!("event" in made)) throw new Error("The event was only planned");
  seen.push(made.event.title);
  seen.push(${error("chats.show", `{ chatId: "chat_0123456789abcdef01234567" }`)});
  const plan = ${call("audio.tts", `{ text: "Hello there" }`)};
  seen.push("dryRun" in plan && plan.dryRun);
  const said = ${call("audio.tts", `{ text: "Hello there", execute: true }`)};
  if (!("request" in said)) throw new Error("The speech was only planned");
  const { id } = said.request;
  let speech: Speech;
  do {
    await new Promise((done) => setTimeout(done, 100));
    speech = ${call("audio.requests.show", "{ id }")}.request;
  } while (speech.state === "published" || speech.state === "generating");
  const sound: Blob | File = ${sound};
  seen.push(speech.sound?.bytes === sound.size, (await sound.text()).slice(0, 4));
  console.log(JSON.stringify(seen));
}
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

export const programs = { "openapi-fetch": spelled(openapiFetch), "hey-api": spelled(heyApi), orval: spelled(orval) };
