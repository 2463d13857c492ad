import { notSent, refused } from "@postern/channels/services";
import type { IrcMessage } from "irc-framework";
import type { Session } from "./session.ts";

/** The channels of the configuration, and whether the adapter is in them. */
export interface Rooms {
  /** Resolves once the server has said of each whether it lets one in, or a few seconds have passed. */
  join(): Promise<void>;
  /** Throws where nothing can be said in a channel. */
  check(channel: string): void;
}

const FIRST = 5_000;
/** How long a list of channels may be on one line. */
const LIST = 400;

/** What the server answers to JOIN and to what is said, where it is a no. */
const isNo = (command: string) => /^[45]\d\d$/.test(command);

export function createRooms(session: Session): Rooms {
  const { context, client, fold, isMe, troubles } = session;
  const { channels = [], nick, retryEvery = 60_000 } = context.config;
  /** By the channel's folded name: what keeps one out, or nothing where one is in. */
  const outside = new Map(channels.map((channel) => [fold(channel), "The channel is not joined yet"]));
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
    know(name);
  }

  function leave(name: string, reason: string) {
    if (!configured.has(name)) return;
    outside.set(name, reason);
    troubles.set(name, reason);
    know(name);
  }

  function know(name: string) {
    unknown.delete(name);
    if (unknown.size === 0) whenKnown();
  }

  function hear({ command, nick: from, params }: IrcMessage) {
    const [first = "", second = ""] = params;
    const said = params.at(-1)?.slice(0, 200) ?? "";
    if (command === "JOIN" && isMe(from)) enter(fold(first));
    else if (command === "PART" && isMe(from)) leave(fold(first), `The server took this adapter out of ${first}`);
    else if (command === "KICK" && isMe(second)) leave(fold(first), `Kicked out of ${first} by ${from}: ${said}`);
    else if (isNo(command) && outside.has(fold(second))) leave(fold(second), `Cannot be in ${second}: ${said}`);
    else if (command === "NICK") keepNick();
  }

  function keepNick() {
    if (isMe(nick)) troubles.clear("nick");
    else troubles.set("nick", `The nick ${nick} is taken; the adapter is ${session.me()}`);
  }

  const forget = session.listen(hear);
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
      if (!configured.has(name)) throw refused(`${channel} is not one of the adapter's channels`);
    },
  };
}
