import { permanent, secretRejected } from "@postern/channels/services";
import type { Session } from "./session.ts";

const PATIENCE = 30_000;
const IN_USE = new Set(["433", "436", "437"]);

/** Registers with the server. Resolves when it is complete, and throws the reason if the server refuses. */
export async function register(session: Session): Promise<void> {
  const { context, client } = session;
  const { login = "none", account, nick } = context.config;
  if (login === "none") return registerClient(session);
  await context.useSecret(async (secret) => {
    const password = secret.reveal();
    if (/[\r\n\0]/.test(password))
      throw secretRejected("The password contains a line break, which IRC does not support");
    try {
      if (login === "sasl") client.options.account = { account: account ?? nick, password };
      else client.options.password = password;
      await registerClient(session);
    } finally {
      client.options.account = {};
      delete client.options.password;
    }
  });
}

function registerClient(session: Session): Promise<void> {
  const { context, client } = session;
  const { nick, login } = context.config;
  // Many servers limit nicks to nine characters.
  const others = [`${nick}_`, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${nick.slice(0, 8)}${digit}`)];
  let tried = nick;
  let loggedIn = false;

  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(late);
      forget();
      context.signal.removeEventListener("abort", stop);
      if (error) reject(error);
      else resolve();
    };
    const stop = () => end(new Error("The adapter is stopping"));
    const another = (said: string) => {
      const next = others.shift();
      if (next === undefined) return end(new Error(`The nick ${nick} and its alternatives are in use: ${said}`));
      tried = next;
      client.changeNick(next);
    };
    const forget = session.listen(({ command, params }) => {
      const said = plainText(params.at(-1));
      if (IN_USE.has(command)) another(said);
      else if (command === "432") {
        if (tried === nick) end(permanent(`The server rejected the nick ${nick}: ${said}`));
        else another(said);
      } else if (command === "464") end(secretRejected(`The server rejected the password: ${said}`));
      else if (command === "465") end(permanent(`The server has banned this adapter: ${said}`));
      else if (command === "ERROR" && /password/i.test(said))
        end(secretRejected(`The server rejected the password: ${said}`));
      else if (command === "900" || command === "903") loggedIn = true;
      else if (command === "001" && login === "sasl" && !loggedIn) end(permanent("The server does not support SASL"));
      else if (command === "376" || command === "422") end();
    });
    client.on("sasl failed", ({ reason, message }) => {
      const none = reason === "capability_missing" || reason === "unsupported_mechanism";
      if (none) end(permanent("The server does not support SASL PLAIN"));
      else end(secretRejected(`SASL: ${plainText(message) || "login failed"}`));
    });
    void session.gone.then(() => end(new Error(closeReason(session))));
    const late = setTimeout(() => end(new Error("The server did not complete the registration")), PATIENCE);
    if (context.signal.aborted) return stop();
    context.signal.addEventListener("abort", stop, { once: true });
    client.connect();
  });
}

/** Why the connection ended, in the server's words if it sent any. */
export function closeReason(session: Session): string {
  const words = session.serverReason();
  if (words) return `The server ended the connection: ${plainText(words)}`;
  const { failure } = session.transport;
  return failure ? `The connection failed: ${failure.message}` : "The server closed the connection";
}

const plainText = (text = "") => text.replace(/\p{Cc}/gu, "").slice(0, 300);
