import { parseRetryAfter } from "@postern/core/outbound";
import { Fault, faultOf } from "../fault.ts";
import { type Answered, type Asking, exchange, type Server } from "./exchange.ts";
import type { Told } from "./multistatus.ts";

/** Bytes of one object, which is read at one go and must not keep others waiting, and of a list of them. */
export const LARGEST_OBJECT = 2 ** 19;
const LARGEST_LIST = 32 * 2 ** 20;

const XML = { "content-type": "application/xml; charset=utf-8" };
const CALENDAR = { "content-type": "text/calendar; charset=utf-8" };
const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
const document = (name: string, inside: string) =>
  `<?xml version="1.0" encoding="utf-8"?><d:${name} ${NAMESPACES}>${inside}</d:${name}>`;

const escaped = (text: string): string => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A calendar object as the server has it. */
export interface Held {
  readonly text: string;
  readonly etag: string | undefined;
}

/** One request whose answer is short enough to be held. */
async function ask(server: Server, asking: Omit<Asking, "most">): Promise<Answered & { readonly text: string }> {
  const pieces: string[] = [];
  const answer = await exchange(server, { ...asking, most: LARGEST_OBJECT }, (text, status) => {
    if (status >= 200 && status < 300) pieces.push(text);
  });
  return { ...answer, text: pieces.join("") };
}

function assertDone(answer: Answered): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw faultOf(answer.status, parseRetryAfter(answer.headers["retry-after"], Date.now()));
}

/** An etag as it is compared and sent back. What stands between may call it weak, and no weak one matches any. */
const etagIn = (text: string | undefined): string | undefined => text?.trim().replace(/^W\//, "") || undefined;
const etagOf = ({ headers }: Answered): string | undefined => etagIn(headers.etag);

/** The object at an address; undefined where there is none. */
export async function getObject(server: Server, url: string): Promise<Held | undefined> {
  const answer = await ask(server, { method: "GET", url, headers: { accept: "text/calendar" } });
  if (answer.status === 404) return undefined;
  assertDone(answer);
  return { text: answer.text, etag: etagOf(answer) };
}

/** Puts an object where one of this etag is, or none; a Fault `etag_conflict` where it is another. Answers the new etag, if told. */
export async function putObject(server: Server, url: string, text: string, before: string | undefined) {
  const only: Record<string, string> = before === undefined ? { "if-none-match": "*" } : { "if-match": before };
  const answer = await ask(server, { method: "PUT", url, headers: { ...CALENDAR, ...only }, body: text });
  assertDone(answer);
  return etagOf(answer);
}

/** Makes a calendar at an address, unless there is something already. */
export async function makeCalendar(server: Server, url: string, name: string): Promise<void> {
  const body = `<?xml version="1.0" encoding="utf-8"?><c:mkcalendar ${NAMESPACES}><d:set><d:prop><d:displayname>${escaped(name)}</d:displayname></d:prop></d:set></c:mkcalendar>`;
  const answer = await ask(server, { method: "MKCALENDAR", url, headers: XML, body });
  // 405 and 409 say that there is one: made by an attempt whose answer was lost.
  if (answer.status !== 405 && answer.status !== 409) assertDone(answer);
}

/** Reads a multistatus and hands on each resource with its address, as it comes. */
async function list(
  server: Server,
  { method, url, depth, body }: { method: string; url: string; depth: string; body: string },
  each: (told: Told, url: string) => void,
) {
  const { createMultistatusReader } = await import("./multistatus.ts");
  const reader = createMultistatusReader((told) => {
    // Of what it refers to, the path counts: behind a proxy, a server may call itself by a name that only it knows.
    if (URL.canParse(told.href, url)) each(told, new URL(new URL(told.href, url).pathname, url).href);
  });
  // What is no answer of WebDAV, a page of HTML say, is judged by its status and not by its text.
  const asking = { method, url, headers: { ...XML, depth }, body, most: LARGEST_LIST };
  const answer = await exchange(server, asking, (text, status) => {
    if (status === 207) reader.write(text);
  });
  if (answer.status === 207) return reader.end();
  assertDone(answer);
  throw new Fault("bad_answer", `The server responded with ${answer.status}; a CalDAV server responds with 207`);
}

/** An object that a list names: its etag, or that it is gone. */
export interface Named {
  readonly url: string;
  readonly etag: string | undefined;
  readonly isGone: boolean;
}

const MOST_NAMED = 100_000;

/** A calendar's name, and the tag that changes with anything in it, where the server has one. */
export async function describe(server: Server, url: string): Promise<{ name?: string; tag?: string }> {
  let found: { name?: string; tag?: string } = {};
  const body = document("propfind", "<d:prop><d:displayname/><s:getctag/></d:prop>");
  await list(server, { method: "PROPFIND", url, depth: "0", body }, ({ props }) => {
    const [name, tag] = [props.displayname?.trim(), props.getctag?.trim()];
    found = { ...(name && { name: name.slice(0, 200) }), ...(tag && { tag }) };
  });
  return found;
}

/** Every object of a calendar by its etag: for servers that keep no record of changes. */
export async function namesIn(server: Server, url: string): Promise<Named[]> {
  const names: Named[] = [];
  const body = document("propfind", "<d:prop><d:getetag/><d:resourcetype/></d:prop>");
  await list(server, { method: "PROPFIND", url, depth: "1", body }, (told, at) => note(names, told, at, url));
  return names;
}

const UNKNOWN: readonly string[] = ["rejected", "forbidden", "etag_conflict"];

/**
 * What has changed since a token, all where there is none (RFC 6578), and the token to go on from. Answers undefined
 * where the server does not know such tokens, or this one no more.
 */
export async function changesIn(server: Server, url: string, since: string | undefined) {
  const names: Named[] = [];
  let isCut = false;
  const body = document(
    "sync-collection",
    `<d:sync-token>${escaped(since ?? "")}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`,
  );
  try {
    const { token } = await list(server, { method: "REPORT", url, depth: "0", body }, (told, at) => {
      // 507 for the calendar itself says that there is more (RFC 6578, 3.6).
      if (told.status === 507) isCut = true;
      else note(names, told, at, url);
    });
    return token === undefined ? undefined : { names, token, isCut };
  } catch (error) {
    // No such report, or a token that is too old: each server has its own word for it, and some break down over it.
    if (error instanceof Fault && UNKNOWN.includes(error.code)) return undefined;
    if (error instanceof Fault && error.code === "server_error" && since !== undefined) return undefined;
    throw error;
  }
}

function note(names: Named[], { status, props }: Told, at: string, calendar: string): void {
  if (at === calendar || at.endsWith("/")) return;
  if (names.length >= MOST_NAMED)
    throw new Fault("too_large", `More than ${MOST_NAMED} objects of the calendar have changed`);
  names.push({ url: at, etag: etagIn(props.getetag), isGone: status === 404 || status === 410 });
}

/** The objects at some addresses of a calendar; those that are gone are left out. */
export async function getObjects(server: Server, calendar: string, urls: readonly string[]) {
  const found = new Map<string, Held>();
  const hrefs = urls.map((url) => `<d:href>${escaped(new URL(url).pathname)}</d:href>`).join("");
  const body = `<?xml version="1.0" encoding="utf-8"?><c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs}</c:calendar-multiget>`;
  await list(server, { method: "REPORT", url: calendar, depth: "1", body }, ({ props }, at) => {
    const { "calendar-data": text, getetag } = props;
    if (text !== undefined) found.set(at, { text, etag: etagIn(getetag) });
  });
  return found;
}
