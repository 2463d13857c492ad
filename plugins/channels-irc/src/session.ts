import type { Troubles } from "@postern/channels/kind";
import type { AdapterContext } from "@postern/channels/services";
import type { Client, IrcMessage } from "irc-framework";
import type { Config } from "./config.ts";
import type { LineTransport } from "./transport.ts";

/** Shared by the parts of a connection. */
export interface Session {
  readonly context: AdapterContext<Config>;
  readonly client: Client;
  readonly transport: LineTransport;
  readonly troubles: Troubles;
  /** The current nick, and whether a nick is the current one. */
  me(): string;
  isMe(nick: string): boolean;
  /** A normalized name: the server treats names that are equal in this form as the same. */
  fold(name: string): string;
  /** Calls `listener` for each line of the server. Returns a function that removes it. */
  listen(listener: (message: IrcMessage) => void): () => void;
  /** The reason that the server gave for ending the connection. */
  serverReason(): string | undefined;
  /** Resolves when the connection has ended. */
  readonly gone: Promise<void>;
}

/** Only these commands are passed to the library, which would otherwise collect state that is not needed. */
const LIBRARY = new Set("CAP AUTHENTICATE 001 005 PING NICK 900 902 903 904 905 906 907".split(" "));

export function createSession(
  context: AdapterContext<Config>,
  client: Client,
  transport: LineTransport,
  troubles: Troubles,
): Session {
  const listeners = new Set<(message: IrcMessage) => void>();
  let nick = context.config.nick;
  let words: string | undefined;
  const fold = (name: string) => client.caseLower(name);
  const isMe = (other: string) => fold(other) === fold(nick);

  client.use((_client, raw) =>
    raw.use((command, message, _line, _from, next) => {
      if (command === "001" && message.params[0]) nick = message.params[0];
      const renamed = command === "NICK" && isMe(message.nick) ? message.params[0] : undefined;
      if (command === "ERROR") words = message.params.at(-1)?.slice(0, 300);
      if (renamed) nick = renamed;
      for (const listener of listeners) listener(message);
      if (!LIBRARY.has(command)) return;
      try {
        next();
      } catch (error) {
        // The library would print what it does not understand to the terminal.
        const reason = String(error).slice(0, 200);
        context.log.warn({ adapter: context.adapter, command, reason }, "A line of the IRC server could not be parsed");
      }
    }),
  );

  return {
    context,
    client,
    transport,
    troubles,
    me: () => nick,
    isMe,
    fold,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serverReason: () => words,
    gone: new Promise((resolve) => client.on("socket close", () => resolve())),
  };
}
