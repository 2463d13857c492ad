import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { notSent, type Outgoing, refused, verdictOf } from "@postern/channels/services";
import type { IrcMessage } from "irc-framework";
import { everyOf, TARGET } from "./config.ts";
import { closeReason } from "./register.ts";
import type { Rooms } from "./rooms.ts";
import type { Session } from "./session.ts";
import { linesOf } from "./text.ts";

/** Requests to the server, each of which is answered. */
export interface Outbound {
  send(message: Outgoing, signal: AbortSignal): Promise<{ readonly id?: string }>;
  ping(signal: AbortSignal): Promise<void>;
}

interface Asked {
  /** The target of a line, and the id that the server assigns to it. */
  readonly target?: string;
  id?: string;
  /** Whether any line of the server counts as the answer. */
  readonly any?: () => boolean;
  done(error?: Error): void;
}

/** A line has 512 bytes with its end, including `:nick!user@host PRIVMSG target :`. */
const LINE = 510;
const USER_AND_HOST = 1 + 12 + 1 + 63;
/** Rate limit reply: the same line may be sent again later. */
const RATE_LIMITED = "439";

export function createOutbound(session: Session, rooms: Rooms, behind: () => boolean): Outbound {
  const { client, transport, fold, isMe, context } = session;
  const asked = new Map<string, Asked>();
  const series = randomBytes(6).toString("base64url");
  let count = 0;

  session.listen(handle);
  void session.gone.then(() => {
    for (const { done } of asked.values()) done(new Error(`${closeReason(session)} before it answered`));
  });

  function handle({ command, nick, params, tags }: IrcMessage) {
    if (asked.size === 0) return;
    if (command === "PONG") asked.get(params.at(-1) ?? "")?.done();
    for (const { any, done } of asked.values()) if (any?.()) done();
    if (command === "PRIVMSG" && isMe(nick)) {
      const echoed = of(params[0]);
      if (echoed && tags.msgid) echoed.id = tags.msgid.slice(0, 256);
    } else if (/^[45]\d\d$/.test(command) || command === "716") {
      const said = params.at(-1)?.slice(0, 200) ?? command;
      of(params[1])?.done(command === RATE_LIMITED ? notSent(said, 60_000) : refused(said));
    }
  }

  function of(target = ""): Asked | undefined {
    const name = fold(target);
    for (const one of asked.values()) if (one.target === name) return one;
    return undefined;
  }

  /** The server processes lines in order: once it has answered the PING, it has processed the line before it. */
  function ask(about: Pick<Asked, "target" | "any">, line: string | undefined, signal: AbortSignal): Promise<Asked> {
    if (signal.aborted) throw notSent("No time was left to send the message");
    if (!transport.isConnected()) throw notSent("The adapter is not connected");
    const token = `${series}${++count}`;
    return new Promise((resolve, reject) => {
      const stop = () => one.done(new Error("The server did not answer in time"));
      const one: Asked = {
        ...about,
        done(error) {
          if (!asked.delete(token)) return;
          signal.removeEventListener("abort", stop);
          if (error) reject(error);
          else resolve(one);
        },
      };
      asked.set(token, one);
      signal.addEventListener("abort", stop, { once: true });
      if (line !== undefined) transport.writeLine(line);
      transport.writeLine(`PING :${token}`);
    });
  }

  return {
    async send({ place, text }, signal) {
      if (!TARGET.test(place)) throw refused("Invalid IRC name of a person or channel");
      if (client.network.isChannelName(place)) rooms.check(place);
      const command = `PRIVMSG ${place} :`;
      const taken = 1 + session.me().length + USER_AND_HOST + 1 + Buffer.byteLength(command);
      const lines = linesOf(text, LINE - taken);
      if (lines.length === 0) throw refused("The message has no text that can be sent over IRC");
      let id: string | undefined;
      for (const [index, line] of lines.entries()) {
        try {
          if (index > 0) await pause(everyOf(context.config), undefined, { signal });
          const sent = await ask({ target: fold(place) }, command + line, signal);
          id ??= sent.id;
        } catch (error) {
          // After the first line, the message is partly sent, so it must not be reported as not sent.
          if (index === 0 || !verdictOf(error)) throw error;
          throw new Error(`${index} of ${lines.length} lines were sent before an error: ${(error as Error).message}`);
        }
      }
      return { ...(id !== undefined && { id }) };
    },
    async ping(signal) {
      // If more arrives than can be stored, the answer is queued behind it. Then any incoming line counts as an answer.
      await ask({ any: behind }, undefined, signal);
    },
  };
}
