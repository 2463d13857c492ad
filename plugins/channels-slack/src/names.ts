import { oneLine } from "@postern/channels/kind";
import type { Inbound } from "@postern/channels/services";
import type { WebClient } from "@slack/web-api";
import { faultOf } from "./answers.ts";
import { fromMrkdwn, mentionedIn } from "./text.ts";

const HOUR = 60 * 60_000;
const SOON = 5 * 60_000;
const MAX_COUNT = 5_000;
/** An event must be acknowledged within three seconds: a name that takes longer is available for a later event. */
const PATIENCE = 1_500;

interface Known {
  readonly name: Promise<string | undefined>;
  readonly until: number;
}

/** Adds names to Slack's ids, as far as the app may look them up (users:read, channels:read). */
export function createNames(web: WebClient): (inbound: Inbound) => Promise<Inbound> {
  const user = lookUp(async (id) => {
    const { user } = await web.users.info({ user: id });
    return user?.profile?.display_name || user?.real_name || user?.name;
  });
  const channel = lookUp(async (id) => {
    const { channel } = await web.conversations.info({ channel: id });
    return channel?.name;
  });

  return async (inbound) => {
    const { sender, place } = inbound;
    const isPerson = /^[UW]/.test(sender.id);
    const mentioned = "text" in inbound ? mentionedIn(inbound.text) : [];
    const [name, room, ...names] = await Promise.all([
      sender.name ?? (isPerson ? user(sender.id) : undefined),
      place.kind === "room" || place.kind === "group" ? channel(place.id) : undefined,
      ...mentioned.map(user),
    ]);
    const called = new Map(mentioned.map((id, at) => [id, names[at]]));
    const title = place.kind === "dm" ? name : place.kind === "room" && room !== undefined ? `#${room}` : room;
    return {
      ...inbound,
      sender: { ...sender, ...(name !== undefined && { name }) },
      place: { ...place, ...(title !== undefined && { title }) },
      ...("text" in inbound && { text: fromMrkdwn(inbound.text, (id) => called.get(id)) }),
    };
  };
}

function lookUp(ask: (id: string) => Promise<string | undefined>): (id: string) => Promise<string | undefined> {
  const known = new Map<string, Known>();
  let notBefore = 0;

  async function find(id: string): Promise<string | undefined> {
    try {
      const name = oneLine((await ask(id)) ?? "");
      return name === "" ? undefined : name;
    } catch (error) {
      const fault = faultOf(error);
      // If the app may not look up names at all, or not now, no other ids are looked up either.
      const isAlways = fault.word === "barred" || (fault.word === "refused" && fault.code === "missing_scope");
      if (isAlways || fault.word !== "refused") notBefore = Date.now() + (isAlways ? HOUR : SOON);
      return undefined;
    }
  }

  return async (id) => {
    const now = Date.now();
    const found = known.get(id);
    if (found && found.until > now) return withTimeout(found.name);
    if (now < notBefore) return undefined;
    if (known.size >= MAX_COUNT) known.delete(known.keys().next().value as string);
    const name = find(id);
    known.delete(id);
    known.set(id, { name, until: now + HOUR });
    void name.then((result) => {
      if (result === undefined) known.set(id, { name, until: Date.now() + SOON });
    });
    return withTimeout(name);
  };
}

function withTimeout(name: Promise<string | undefined>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE, undefined);
    void name.then((result) => {
      clearTimeout(late);
      resolve(result);
    });
  });
}
