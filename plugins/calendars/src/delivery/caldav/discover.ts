import { parseRetryAfter } from "@postern/kit/outbound";
import type { DAVAccount, DAVCalendar } from "tsdav";
import { Fault, statusFault } from "../fault.ts";
import { exchange, type Server } from "./exchange.ts";

/** A calendar as listed by the server. */
export interface ListedCalendar {
  readonly url: string;
  readonly name: string;
  readonly description?: string;
  readonly color?: string;
}

/** Maximum size of a response in bytes, and maximum number of calendars. */
const MAX_SIZE = 4 * 2 ** 20;
const MAX_CALENDARS = 200;

/** The calendars of the signed-in user, and the collection that contains them. */
export async function calendarsAt(server: Server): Promise<{ home: string; calendars: readonly ListedCalendar[] }> {
  const { ask, trouble } = boundedFetch(server);
  try {
    const { fetchCalendars } = await import("tsdav");
    const account = await accountAt(server, ask);
    const calendars = await fetchCalendars({ account, fetch: ask });
    const listed = calendars.filter(holdsEvents).slice(0, MAX_CALENDARS).map(listedAs);
    return { home: account.homeUrl ?? server.url, calendars: listed };
  } catch (error) {
    throw (
      trouble() ?? (error instanceof Fault ? error : new Fault("bad_answer", "The server does not list any calendars"))
    );
  }
}

/** If the server has no principal, the URL itself is used as the calendar home. */
async function accountAt(server: Server, ask: typeof fetch): Promise<DAVAccount> {
  const account = { serverUrl: server.url, accountType: "caldav" as const };
  try {
    const { createAccount } = await import("tsdav");
    return await createAccount({ account, fetch: ask });
  } catch {
    return { ...account, rootUrl: server.url, homeUrl: server.url };
  }
}

const holdsEvents = ({ components }: DAVCalendar) =>
  !components || components.length === 0 || components.includes("VEVENT");

function listedAs({ url, displayName, description, calendarColor }: DAVCalendar): ListedCalendar {
  const folder = url.endsWith("/") ? url : `${url}/`;
  const last = decodeURIComponent(folder.split("/").at(-2) ?? "");
  const color = /^#[0-9a-f]{6}/i.exec(String(calendarColor ?? ""))?.[0];
  return {
    url: folder,
    name:
      String(displayName ?? "")
        .trim()
        .slice(0, 200) ||
      last ||
      "Calendar",
    ...(description && { description: description.slice(0, 2_000) }),
    ...(color !== undefined && { color }),
  };
}

/**
 * A `fetch` for tsdav that uses `exchange`, so that its requests are bounded and stay on the server. tsdav hides
 * errors; `trouble` returns the last fault that was not followed by a successful response.
 */
function boundedFetch(server: Server): { ask: typeof fetch; trouble: () => Fault | undefined } {
  let last: Fault | undefined;
  async function ask(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const pieces: string[] = [];
    const headers = Object.fromEntries(new Headers(init.headers));
    delete headers.authorization;
    const isManual = init.redirect === "manual";
    const asked = { method: init.method ?? "GET", url: String(url), headers, most: MAX_SIZE, isManual };
    const body = init.body == null ? {} : { body: String(init.body) };
    try {
      const answer = await exchange(server, { ...asked, ...body }, (text) => pieces.push(text));
      // Discovery tries several URLs, so a failure of one of them is not a fault.
      if (answer.status < 400) last = undefined;
      else if (!isManual) last = statusFault(answer.status, parseRetryAfter(answer.headers["retry-after"], Date.now()));
      const kept = { "content-type": answer.headers["content-type"] ?? "", location: answer.headers.location ?? "" };
      const isEmpty = answer.status === 204 || answer.status === 304;
      return new Response(isEmpty ? null : pieces.join(""), { status: answer.status, headers: kept });
    } catch (error) {
      if (error instanceof Fault) last = error;
      throw error;
    }
  }
  return { ask, trouble: () => last };
}
