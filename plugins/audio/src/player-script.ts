/// <reference lib="dom" />
/**
 * The script of the player page. The key is kept only in a variable and sent as a header; it never appears in a URL or in
 * browser storage. Every event triggers a new query for requests, so that nothing is missed while the page was closed or
 * disconnected.
 */
import { elements, setStatus } from "./player/elements.ts";
import { readName, writeName } from "./player/names.ts";
import { playSound } from "./player/playback.ts";
import { showRows } from "./player/rows.ts";
import { forClient, nextOf, type Waiting } from "./player/waiting.ts";

const api = new URL("../api/v1/", location.href);
/** Polling interval in ms, without and with an event stream. */
const POLL_INTERVAL = { polling: 2_000, streaming: 15_000 };
const CLAIM_INTERVAL = 30_000;

const { enter, room, client } = elements;
let key = "";
let visit: AbortController | undefined;
let waiting: Waiting[] = [];
let playing: string | undefined;
let requestedId: string | undefined;
let isQuerying = false;
let isRequeryDue = false;
let isStreaming = false;
let timer: ReturnType<typeof setTimeout> | undefined;

client.value = readName();

function ask(path: string, body?: object): Promise<Response> {
  return fetch(new URL(path, api), {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(visit && { signal: visit.signal }),
    cache: "no-store",
  });
}

/** Calls an operation; throws if it is refused. */
async function call<T>(id: string, body: object): Promise<T> {
  const response = await ask(id.replaceAll(".", "/"), body);
  const answer = await response.json();
  if (response.ok) return answer as T;
  const { detail = `The gateway answered with status ${response.status}` } = answer as { detail?: string };
  if (response.status === 401) leave("This key is not valid. Enter another key.");
  if (response.status === 403) leave(`${detail.replace(/\.$/, "")}. Enter a key that can read and write audio.`);
  throw new Error(detail);
}

/** Queries all waiting requests and plays the next one. Concurrent calls are merged. */
async function queryRequests(): Promise<void> {
  if (isQuerying || !visit) {
    isRequeryDue = isQuerying;
    return;
  }
  isQuerying = true;
  clearTimeout(timer);
  const page = { fields: "id,state,createdAt,playback,claim", limit: "500" };
  const find = (status: string) => call<{ requests: Waiting[] }>("audio.requests.list", { status, ...page });
  try {
    const found = await Promise.all(["ready", "generating", "published"].map(find));
    waiting = forClient(
      found.flatMap(({ requests }) => requests.reverse()),
      client.value,
    );
    show();
    void playNext();
  } catch (error) {
    if (visit) setStatus(`The gateway is not reachable: ${(error as Error).message}`);
  }
  isQuerying = false;
  if (!visit) return;
  const isHeldBack = waiting.some(({ state }) => state !== "ready");
  timer = setTimeout(
    queryRequests,
    isRequeryDue ? 50 : isStreaming && !isHeldBack ? POLL_INTERVAL.streaming : POLL_INTERVAL.polling,
  );
  isRequeryDue = false;
}

function show(): void {
  const others = waiting.filter(({ id }) => id !== playing);
  showRows(others, (id) => {
    requestedId = id;
    void playNext();
  });
}

async function playNext(): Promise<void> {
  const next = playing === undefined ? nextOf(waiting, client.value, requestedId) : undefined;
  if (!next || !visit) return;
  playing = next.id;
  requestedId = undefined;
  show();
  await play(next.id, visit).then(
    () => visit && setStatus("Listening"),
    (error: Error) => visit && setStatus(error.message),
  );
  playing = undefined;
  void queryRequests();
}

async function play(id: string, stay: AbortController): Promise<void> {
  const mine = { id, clientId: client.value };
  await call("audio.requests.claim", mine);
  const renewing = setInterval(() => void call("audio.requests.claim", mine).catch(() => {}), CLAIM_INTERVAL);
  try {
    const { request } = await call<{ request: { text: string } }>("audio.requests.show", { id });
    elements.text.textContent = request.text;
    const response = await ask(`audio/requests/${encodeURIComponent(id)}/audio`);
    if (!response.ok)
      throw new Error(`The sound is not available: the gateway answered with status ${response.status}`);
    const error = await playSound(await response.blob(), stay.signal);
    if (stay.signal.aborted) return;
    const result = error === undefined ? { state: "played" } : { state: "failed", error };
    await call("audio.requests.ack", { ...mine, ...result });
  } finally {
    clearInterval(renewing);
  }
}

/** Follows the event stream and queries requests after each event. Without the stream, requests are polled. */
async function follow({ signal }: AbortController): Promise<void> {
  while (!signal.aborted) {
    const response = await ask("events/stream?type=audio.**").catch(() => undefined);
    const reader = response?.ok ? response.body?.getReader() : undefined;
    isStreaming = reader !== undefined;
    void queryRequests();
    if (response && [401, 403, 404].includes(response.status)) return;
    for (let next = await reader?.read().catch(() => undefined); next && !next.done; ) {
      void queryRequests();
      next = await reader?.read().catch(() => undefined);
    }
    isStreaming = false;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

enter.addEventListener("submit", (event) => {
  event.preventDefault();
  key = elements.key.value.trim();
  elements.key.value = "";
  writeName(client.value);
  visit = new AbortController();
  enter.hidden = true;
  room.hidden = false;
  setStatus("Listening");
  elements.leave.focus();
  void follow(visit);
});
elements.leave.addEventListener("click", () => leave("You stopped listening."));

function leave(why: string): void {
  const before = visit;
  visit = undefined;
  key = "";
  before?.abort();
  clearTimeout(timer);
  isStreaming = false;
  waiting = [];
  enter.hidden = false;
  room.hidden = true;
  setStatus(why);
  elements.key.focus();
}
