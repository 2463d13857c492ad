import { parseRetryAfter } from "@postern/kit/outbound";
import { Fault, statusFault } from "../fault.ts";
import { exchange, type RequestOptions, type ResponseHead, type Server } from "./exchange.ts";
import type { Resource } from "./multistatus.ts";

/** Maximum size in bytes of an object, which is parsed at once and must not block the event loop, and of a list. */
export const MAX_OBJECT_SIZE = 2 ** 19;
const MAX_LIST_SIZE = 32 * 2 ** 20;

const XML = { "content-type": "application/xml; charset=utf-8" };
const CALENDAR = { "content-type": "text/calendar; charset=utf-8" };
const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
const document = (name: string, inside: string) =>
  `<?xml version="1.0" encoding="utf-8"?><d:${name} ${NAMESPACES}>${inside}</d:${name}>`;

const escaped = (text: string): string => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A calendar object on the server. */
export interface StoredObject {
  readonly text: string;
  readonly etag: string | undefined;
}

/** Sends a request whose response is small enough for memory. */
async function send(
  server: Server,
  asking: Omit<RequestOptions, "most">,
): Promise<ResponseHead & { readonly text: string }> {
  const pieces: string[] = [];
  const answer = await exchange(server, { ...asking, most: MAX_OBJECT_SIZE }, (text, status) => {
    if (status >= 200 && status < 300) pieces.push(text);
  });
  return { ...answer, text: pieces.join("") };
}

function assertSuccess(answer: ResponseHead): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw statusFault(answer.status, parseRetryAfter(answer.headers["retry-after"], Date.now()));
}

/** Normalizes an etag. Proxies may mark it as weak, and weak etags never match. */
const etagIn = (text: string | undefined): string | undefined => text?.trim().replace(/^W\//, "") || undefined;
const etagOf = ({ headers }: ResponseHead): string | undefined => etagIn(headers.etag);

/** The object at a URL; undefined if it does not exist. */
export async function getObject(server: Server, url: string): Promise<StoredObject | undefined> {
  const answer = await send(server, { method: "GET", url, headers: { accept: "text/calendar" } });
  if (answer.status === 404) return undefined;
  assertSuccess(answer);
  return { text: answer.text, etag: etagOf(answer) };
}

/**
 * Writes an object if the existing one has this etag, or if it does not exist yet. Throws a Fault `etag_conflict`
 * otherwise. Returns the new etag, if the server sends it.
 */
export async function putObject(server: Server, url: string, text: string, before: string | undefined) {
  const only: Record<string, string> = before === undefined ? { "if-none-match": "*" } : { "if-match": before };
  const answer = await send(server, { method: "PUT", url, headers: { ...CALENDAR, ...only }, body: text });
  assertSuccess(answer);
  return etagOf(answer);
}

/** Creates a calendar at a URL, unless something already exists there. */
export async function createRemoteCalendar(server: Server, url: string, name: string): Promise<void> {
  const body = `<?xml version="1.0" encoding="utf-8"?><c:mkcalendar ${NAMESPACES}><d:set><d:prop><d:displayname>${escaped(name)}</d:displayname></d:prop></d:set></c:mkcalendar>`;
  const answer = await send(server, { method: "MKCALENDAR", url, headers: XML, body });
  // 405 and 409 mean that it exists, created by an attempt whose response was lost.
  if (answer.status !== 405 && answer.status !== 409) assertSuccess(answer);
}

/** Reads a multistatus response and passes on each resource with its URL as it arrives. */
async function list(
  server: Server,
  { method, url, depth, body }: { method: string; url: string; depth: string; body: string },
  each: (told: Resource, url: string) => void,
) {
  const { createMultistatusReader } = await import("./multistatus.ts");
  const reader = createMultistatusReader((told) => {
    // Only the path of a reference is used, because a server behind a proxy may use a host name that only it knows.
    if (URL.canParse(told.href, url)) each(told, new URL(new URL(told.href, url).pathname, url).href);
  });
  // A response that is not WebDAV, such as an HTML page, is judged by its status only.
  const asking = { method, url, headers: { ...XML, depth }, body, most: MAX_LIST_SIZE };
  const answer = await exchange(server, asking, (text, status) => {
    if (status === 207) reader.write(text);
  });
  if (answer.status === 207) return reader.end();
  assertSuccess(answer);
  throw new Fault("bad_answer", `The server responded with ${answer.status}; a CalDAV server responds with 207`);
}

/** An object in a list, with its etag or the information that it was deleted. */
export interface ListedObject {
  readonly url: string;
  readonly etag: string | undefined;
  readonly isGone: boolean;
}

const MAX_NAMED = 100_000;

/** The name of a calendar and its CTag, if the server has one. */
export async function describe(server: Server, url: string): Promise<{ name?: string; tag?: string }> {
  let found: { name?: string; tag?: string } = {};
  const body = document("propfind", "<d:prop><d:displayname/><s:getctag/></d:prop>");
  await list(server, { method: "PROPFIND", url, depth: "0", body }, ({ props }) => {
    const [name, tag] = [props.displayname?.trim(), props.getctag?.trim()];
    found = { ...(name && { name: name.slice(0, 200) }), ...(tag && { tag }) };
  });
  return found;
}

/** The references that a property of a resource consists of. */
export async function hrefsOf(
  server: Server,
  url: string,
  property: "d:current-user-principal" | "c:calendar-user-address-set",
) {
  let found: string[] = [];
  const body = document("propfind", `<d:prop><${property}/></d:prop>`);
  await list(server, { method: "PROPFIND", url, depth: "0", body }, ({ props }) => {
    found = (props[property.slice(2)] ?? "").split("\n").filter((href) => href !== "");
  });
  return found;
}

/** Whether the server sends invitations for the events of a calendar (RFC 6638, section 2). */
export async function isScheduling(server: Server, url: string): Promise<boolean> {
  const { status, headers } = await send(server, { method: "OPTIONS", url });
  const features = (headers.dav ?? "").split(",").map((feature) => feature.trim().toLowerCase());
  return status < 300 && features.includes("calendar-auto-schedule");
}

/** All objects of a calendar with their etags, for servers without sync tokens. */
export async function listObjects(server: Server, url: string): Promise<ListedObject[]> {
  const names: ListedObject[] = [];
  const body = document("propfind", "<d:prop><d:getetag/><d:resourcetype/></d:prop>");
  await list(server, { method: "PROPFIND", url, depth: "1", body }, (told, at) => addListed(names, told, at, url));
  return names;
}

const UNKNOWN: readonly string[] = ["rejected", "forbidden", "etag_conflict"];

/**
 * Changes since a sync token, or all objects without one, and the next token (RFC 6578). Returns undefined if the
 * server does not support sync tokens or no longer knows this one.
 */
export async function listChanges(server: Server, url: string, since: string | undefined) {
  const names: ListedObject[] = [];
  let isCut = false;
  const body = document(
    "sync-collection",
    `<d:sync-token>${escaped(since ?? "")}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`,
  );
  try {
    const { token } = await list(server, { method: "REPORT", url, depth: "0", body }, (told, at) => {
      // 507 for the calendar itself means that there are more changes (RFC 6578, 3.6).
      if (told.status === 507) isCut = true;
      else addListed(names, told, at, url);
    });
    return token === undefined ? undefined : { names, token, isCut };
  } catch (error) {
    // The report is not supported or the token is too old. Servers report this in different ways, some with a server
    // error.
    if (error instanceof Fault && UNKNOWN.includes(error.code)) return undefined;
    if (error instanceof Fault && error.code === "server_error" && since !== undefined) return undefined;
    throw error;
  }
}

function addListed(names: ListedObject[], { status, props }: Resource, at: string, calendar: string): void {
  if (at === calendar || at.endsWith("/")) return;
  if (names.length >= MAX_NAMED)
    throw new Fault("too_large", `More than ${MAX_NAMED} objects of the calendar have changed`);
  names.push({ url: at, etag: etagIn(props.getetag), isGone: status === 404 || status === 410 });
}

/** The objects at the given URLs of a calendar, without deleted ones. */
export async function getObjects(server: Server, calendar: string, urls: readonly string[]) {
  const found = new Map<string, StoredObject>();
  const hrefs = urls.map((url) => `<d:href>${escaped(new URL(url).pathname)}</d:href>`).join("");
  const body = `<?xml version="1.0" encoding="utf-8"?><c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs}</c:calendar-multiget>`;
  await list(server, { method: "REPORT", url: calendar, depth: "1", body }, ({ props }, at) => {
    const { "calendar-data": text, getetag } = props;
    if (text !== undefined) found.set(at, { text, etag: etagIn(getetag) });
  });
  return found;
}
