/// <reference lib="dom" />
/**
 * The player's script, as the page holds it. The key stays in this variable: it is sent as a header, and stands in no
 * address and no storage. What is to be played is asked of the gateway anew whenever something happens, so that nothing
 * is missed: neither what came while nobody listened, nor what came while a connection was gone.
 */
interface Waiting {
  readonly id: string;
  readonly state: "published" | "generating" | "ready";
  readonly createdAt: number;
  readonly playback: { readonly autoplay: boolean; readonly target: string; readonly clientId?: string };
  readonly claim?: { readonly clientId: string; readonly until: number };
}
interface Problem {
  readonly code?: string;
  readonly detail?: string;
}

const api = new URL("../api/v1/", location.href);
/** Milliseconds between looks where events cannot be followed, and where they can. */
const LOOK = { blind: 2_000, seeing: 15_000 };
/** How long what comes later waits for what was published before it and is not spoken yet. */
const PATIENCE = 15_000;
const RENEW = 30_000;

const part = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [status, enter, room, now, list] = ["status", "enter", "room", "now", "list"].map(part) as HTMLElement[];
const audio = part<HTMLAudioElement>("audio");
const client = part<HTMLInputElement>("client");
const keyField = part<HTMLInputElement>("key");

let key = "";
let visit: AbortController | undefined;
let waiting: Waiting[] = [];
let playing: string | undefined;
let wanted: string | undefined;
let isAsking = false;
let isDue = false;
let isSeeing = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const named = "postern.audio.client";
client.value = localStorage.getItem(named) ?? `player-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;

const say = (text: string): void => {
  (status as HTMLElement).textContent = text;
};

function ask(path: string, body?: object): Promise<Response> {
  return fetch(new URL(path, api), {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(visit && { signal: visit.signal }),
    cache: "no-store",
  });
}

/** The answer of an operation; throws what it refuses with. */
async function call<T>(id: string, body: object): Promise<T> {
  const response = await ask(id.replaceAll(".", "/"), body);
  const answer = await response.json();
  if (response.ok) return answer as T;
  const { code, detail = `The gateway answers ${response.status}` } = answer as Problem;
  if (response.status === 401) leave("This key is not valid. Give another one.");
  if (response.status === 403) leave(`${detail}. Give a key that may read and write audio.`);
  throw Object.assign(new Error(detail), { code });
}

/** Asks for all that waits, oldest first, and plays what is next. Calls that come meanwhile become one. */
async function refresh(): Promise<void> {
  if (isAsking || !visit) {
    isDue = isAsking;
    return;
  }
  isAsking = true;
  clearTimeout(timer);
  const fields = "id,state,createdAt,playback,claim";
  try {
    const pages = await Promise.all(
      ["ready", "generating", "published"].map((status) =>
        call<{ requests: Waiting[] }>("audio.requests.list", { status, fields, limit: "500" }),
      ),
    );
    waiting = pages
      .flatMap(({ requests }) => requests.reverse())
      .filter(({ playback }) => playback.target === "extension" && (playback.clientId ?? client.value) === client.value)
      .sort((left, right) => left.createdAt - right.createdAt);
    show();
    void playNext();
  } catch (error) {
    if (visit) say(`The gateway cannot be reached: ${(error as Error).message}`);
  }
  isAsking = false;
  if (!visit) return;
  const isHeldBack = waiting.some(({ state }) => state !== "ready");
  timer = setTimeout(refresh, isDue ? 50 : isSeeing && !isHeldBack ? LOOK.seeing : LOOK.blind);
  isDue = false;
}

/** What is to be played now: in order, and what was asked for before all else. */
function nextOf(): Waiting | undefined {
  const isFree = ({ claim }: Waiting) => !claim || claim.clientId === client.value || claim.until < Date.now();
  const chosen = waiting.find(({ id, state }) => id === wanted && state === "ready");
  if (chosen) return chosen;
  for (const one of waiting) {
    if (!one.playback.autoplay || !isFree(one)) continue;
    if (one.state === "ready") return one;
    if (Date.now() - one.createdAt < PATIENCE) return undefined;
  }
  return undefined;
}

async function playNext(): Promise<void> {
  const next = playing === undefined ? nextOf() : undefined;
  if (!next || !visit) return;
  playing = next.id;
  wanted = undefined;
  await play(next.id).catch((error: Error) => {
    if (visit) say(error.message);
  });
  playing = undefined;
  (now as HTMLElement).hidden = true;
  void refresh();
}

async function play(id: string): Promise<void> {
  const mine = { id, clientId: client.value };
  await call("audio.requests.claim", mine);
  const renewing = setInterval(() => void call("audio.requests.claim", mine).catch(() => {}), RENEW);
  try {
    const { request } = await call<{ request: { text: string } }>("audio.requests.show", { id });
    part("text").textContent = request.text;
    const response = await ask(`audio/requests/${encodeURIComponent(id)}/audio`);
    if (!response.ok) throw new Error(`The sound cannot be had: the gateway answers ${response.status}`);
    const error = await sound(await response.blob());
    if (visit)
      await call("audio.requests.ack", {
        ...mine,
        ...(error === undefined ? { state: "played" } : { state: "failed", error }),
      });
  } finally {
    clearInterval(renewing);
  }
}

/** Plays to the end; answers what kept it from that, if anything. */
async function sound(file: Blob): Promise<string | undefined> {
  const address = URL.createObjectURL(file);
  const stop = visit?.signal;
  (now as HTMLElement).hidden = false;
  say("Playing");
  try {
    return await new Promise<string | undefined>((resolve) => {
      audio.onended = () => resolve(undefined);
      audio.onerror = () => resolve(audio.error?.message || "The browser cannot play it");
      part("skip").onclick = () => resolve("Skipped by the listener");
      stop?.addEventListener("abort", () => resolve("The player was left"), { once: true });
      audio.src = address;
      audio.play().catch((error: Error) => {
        if (error.name === "NotAllowedError") say("Press play: this browser starts no sound by itself.");
      });
    });
  } finally {
    audio.pause();
    audio.onerror = null;
    audio.removeAttribute("src");
    URL.revokeObjectURL(address);
    if (visit) say("Listening");
  }
}

function show(): void {
  const items = waiting.filter(({ id }) => id !== playing);
  const rows = items.map(({ id, state, createdAt, playback }) => {
    const row = document.createElement("li");
    const label = document.createElement("span");
    label.textContent = `${new Date(createdAt).toLocaleTimeString()} – ${state === "ready" ? (playback.autoplay ? "ready" : "waits for you") : "being spoken"}`;
    row.append(label);
    if (state !== "ready") return row;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.id = id;
    button.textContent = "Play";
    button.setAttribute("aria-label", `Play what came at ${new Date(createdAt).toLocaleTimeString()}`);
    button.onclick = () => {
      wanted = id;
      void playNext();
    };
    row.append(button);
    return row;
  });
  const focused = (document.activeElement as HTMLElement | null)?.dataset.id;
  (list as HTMLElement).replaceChildren(...rows);
  if (focused !== undefined) list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

/** Follows what happens, as long as it may: each sign of it means a look. Without events it looks every two seconds. */
async function follow(stay: AbortController): Promise<void> {
  while (!stay.signal.aborted) {
    const response = await ask("events/stream?type=audio.**").catch(() => undefined);
    const reader = response?.ok ? response.body?.getReader() : undefined;
    isSeeing = reader !== undefined;
    void refresh();
    if (response && [401, 403, 404].includes(response.status)) return;
    for (let next = await reader?.read().catch(() => undefined); next && !next.done; ) {
      void refresh();
      next = await reader?.read().catch(() => undefined);
    }
    isSeeing = false;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

enter?.addEventListener("submit", (event) => {
  event.preventDefault();
  key = keyField.value.trim();
  keyField.value = "";
  localStorage.setItem(named, client.value);
  visit = new AbortController();
  (enter as HTMLElement).hidden = true;
  (room as HTMLElement).hidden = false;
  say("Listening");
  part("leave").focus();
  void follow(visit);
});
part("leave").addEventListener("click", () => leave("You have stopped listening."));

function leave(why: string): void {
  const before = visit;
  visit = undefined;
  key = "";
  before?.abort();
  clearTimeout(timer);
  isSeeing = false;
  waiting = [];
  (enter as HTMLElement).hidden = false;
  (room as HTMLElement).hidden = true;
  say(why);
  keyField.focus();
}

export {};
