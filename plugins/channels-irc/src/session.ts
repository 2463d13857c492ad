import type { Troubles } from "@postern/channels/kind";
import type { AdapterContext } from "@postern/channels/services";
import type { Client, IrcMessage } from "irc-framework";
import type { Config } from "./config.ts";
import type { LineTransport } from "./transport.ts";

/** What the parts of a connection share. */
export interface Session {
  readonly context: AdapterContext<Config>;
  readonly client: Client;
  readonly transport: LineTransport;
  readonly troubles: Troubles;
  /** The nick at this moment, and whether a nick is that. */
  me(): string;
  isMe(nick: string): boolean;
  /** Two names are one to the server if they are equal in this form. */
  fold(name: string): string;
  /** Calls `listener` for each line of the server; answers what ends that. */
  listen(listener: (message: IrcMessage) => void): () => void;
  /** Why the server said that it ends the connection. */
  lastWords(): string | undefined;
  /** Becomes true once the connection has gone. */
  readonly gone: Promise<void>;
}

/** Only what the library has to know of reaches it: it would remember much that nobody asks it for. */
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
        // It would write to the terminal what it does not understand.
        const reason = String(error).slice(0, 200);
        context.log.warn({ adapter: context.adapter, command, reason }, "a line of the IRC server was not understood");
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
    lastWords: () => words,
    gone: new Promise((resolve) => client.on("socket close", () => resolve())),
  };
}
