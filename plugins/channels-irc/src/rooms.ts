import { notSent, refused } from "@postern/channels/services";
import type { IrcMessage } from "irc-framework";
import type { Session } from "./session.ts";

/** The configured channels, and whether the adapter is in them. */
export interface Rooms {
  /** Resolves when the server has answered for each channel, or after a few seconds. */
  join(): Promise<void>;
  /** Throws if the adapter cannot send to a channel. */
  check(channel: string): void;
}

const FIRST = 5_000;
/** Maximum characters of a channel list on one line. */
const LIST = 400;

/** Whether a reply of the server is an error. */
const isErrorReply = (command: string) => /^[45]\d\d$/.test(command);

export function createRooms(session: Session): Rooms {
  const { context, client, fold, isMe, troubles } = session;
  const { channels = [], nick, retryEvery = 60_000 } = context.config;
  /** By folded name of the channel: why the adapter is not in it. Absent if it is. */
  const outside = new Map(channels.map((channel) => [fold(channel), "The channel was not joined yet"]));
  const configured = new Set(outside.keys());
  const unknown = new Set(outside.keys());
  let whenKnown = () => {};

  const ask = (which: readonly string[]) => {
    let line = "";
    for (const channel of which) {
      if (line.length + channel.length > LIST) {
        client.raw("JOIN", line);
        line = "";
      }
      line += line === "" ? channel : `,${channel}`;
    }
    if (line !== "") client.raw("JOIN", line);
  };

  function enter(name: string) {
    outside.delete(name);
    troubles.clear(name);
    markKnown(name);
  }

  function leave(name: string, reason: string) {
    if (!configured.has(name)) return;
    outside.set(name, reason);
    troubles.set(name, reason);
    markKnown(name);
  }

  function markKnown(name: string) {
    unknown.delete(name);
    if (unknown.size === 0) whenKnown();
  }

  function handle({ command, nick: from, params }: IrcMessage) {
    const [first = "", second = ""] = params;
    const said = params.at(-1)?.slice(0, 200) ?? "";
    if (command === "JOIN" && isMe(from)) enter(fold(first));
    else if (command === "PART" && isMe(from))
      leave(fold(first), `The adapter was removed from ${first} by the server`);
    else if (command === "KICK" && isMe(second)) leave(fold(first), `Kicked from ${first} by ${from}: ${said}`);
    else if (isErrorReply(command) && outside.has(fold(second))) leave(fold(second), `Cannot join ${second}: ${said}`);
    else if (command === "NICK") keepNick();
  }

  function keepNick() {
    if (isMe(nick)) troubles.clear("nick");
    else troubles.set("nick", `The nick ${nick} is in use; the adapter uses ${session.me()}`);
  }

  const forget = session.listen(handle);
  const again = setInterval(() => {
    ask([...outside.keys()]);
    if (!isMe(nick)) client.changeNick(nick);
  }, retryEvery);
  again.unref();
  void session.gone.then(() => {
    forget();
    clearInterval(again);
  });

  return {
    async join() {
      keepNick();
      if (channels.length === 0) return;
      ask(channels);
      await new Promise<void>((resolve) => {
        whenKnown = resolve;
        void session.gone.then(resolve);
        setTimeout(resolve, FIRST).unref();
      });
    },
    check(channel) {
      const name = fold(channel);
      const reason = outside.get(name);
      if (reason !== undefined) throw notSent(reason, retryEvery);
      if (!configured.has(name)) throw refused(`${channel} is not a channel of this adapter`);
    },
  };
}
