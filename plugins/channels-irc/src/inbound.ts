import { randomBytes } from "node:crypto";
import type { Inbound } from "@postern/channels/services";
import type { IrcMessage } from "irc-framework";
import type { Session } from "./session.ts";
import { read } from "./text.ts";

/** Reads incoming messages of one connection. */
export function createReader(session: Session): (message: IrcMessage) => Inbound | undefined {
  const { client, fold, isMe, context } = session;
  // IRC never repeats a message, and most servers provide no ids: each line is a separate event.
  const connection = randomBytes(9).toString("base64url");
  let count = 0;

  return ({ command, nick, ident, hostname, params, tags }) => {
    if (command !== "PRIVMSG" && !(command === "NOTICE" && context.config.notices)) return undefined;
    const [to = "", said = ""] = params;
    // Messages of servers and services have no user and host.
    if (nick === "" || ident === "" || isMe(nick)) return undefined;
    if (command === "NOTICE" && said.startsWith("\u0001")) return undefined;
    const target = client.network.extractTargetGroup(to)?.target ?? to;
    const channel = client.network.isChannelName(target);
    if (!channel && !isMe(target)) return undefined;
    const text = read(said, nick);
    if (text === undefined || text.trim() === "") return undefined;
    const at = Date.parse(tags.time ?? "");
    return {
      type: "message",
      id: tags.msgid ? tags.msgid.slice(0, 256) : `${connection}-${++count}`,
      place: channel ? { id: fold(target), kind: "room", title: target } : { id: fold(nick), kind: "dm", title: nick },
      sender: { id: fold(nick), name: nick },
      text,
      ...(Number.isFinite(at) && { at }),
      provenance: {
        command,
        user: ident,
        host: hostname,
        ...(tags.account && { account: tags.account }),
        ...(said !== text && { raw: said }),
      },
    };
  };
}
