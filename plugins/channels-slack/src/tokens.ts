import { secretRejected } from "@postern/channels/services";

export interface Tokens {
  /** App-level token, for the socket. */
  readonly app: string;
  /** Bot token, for the Web API. */
  readonly bot: string;
}

/** The two tokens in a secret, in any order. The error never contains the secret. */
export function tokensIn(secret: string): Tokens {
  const words = secret.trim().split(/\s+/);
  const find = (prefix: string) => words.filter((word) => new RegExp(`^${prefix}-[A-Za-z0-9-]{8,}$`).test(word));
  const [app, bot] = [find("xapp"), find("xoxb")];
  if (words.length === 2 && app[0] !== undefined && bot[0] !== undefined) return { app: app[0], bot: bot[0] };
  const found = [app.length === 0 && "no app-level token (xapp-…)", bot.length === 0 && "no bot token (xoxb-…)"];
  const fault = found.filter(Boolean).join(" and ") || "more than these two tokens";
  throw secretRejected(
    `The connection's secret must be an app-level token (xapp-…) and a bot token (xoxb-…) with a space between them; it contains ${fault}`,
  );
}
