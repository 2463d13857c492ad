import { permanent } from "@postern/channels/services";

export interface Tokens {
  /** Opens the socket. */
  readonly app: string;
  /** Speaks. */
  readonly bot: string;
}

/** The two tokens in a secret, in whichever order. What is wrong is said without showing any of it. */
export function tokensIn(secret: string): Tokens {
  const words = secret.trim().split(/\s+/);
  const find = (prefix: string) => words.filter((word) => new RegExp(`^${prefix}-[A-Za-z0-9-]{8,}$`).test(word));
  const [app, bot] = [find("xapp"), find("xoxb")];
  if (words.length === 2 && app[0] !== undefined && bot[0] !== undefined) return { app: app[0], bot: bot[0] };
  const found = [app.length === 0 && "no app-level token (xapp-…)", bot.length === 0 && "no bot token (xoxb-…)"];
  const fault = found.filter(Boolean).join(" and ") || "more than these two";
  throw permanent(
    `The secret of the connection must be an app-level token (xapp-…) and a bot token (xoxb-…) with a space between them; it holds ${fault}`,
  );
}
