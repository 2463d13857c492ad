import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A person on an IRC server: a socket and the lines it received. */
export interface IrcPerson {
  readonly nick: string;
  readonly lines: string[];
  readonly socket: Socket;
  write(...lines: string[]): void;
  /** Writes raw bytes and a line end. */
  bytes(bytes: Buffer): void;
  say(target: string, text: string): void;
  /** Resolves with the first matching line since the last one that was waited for. */
  hears(pattern: RegExp): Promise<string>;
  /** All messages of `nick`, in order. */
  heard(nick: string): string[];
  leave(): void;
}

export async function person(
  port: number,
  nick: string,
  { channels = [], password }: { channels?: readonly string[]; password?: string } = {},
): Promise<IrcPerson> {
  const socket = connect(port, "127.0.0.1");
  const lines: string[] = [];
  let seen = 0;
  let rest = "";
  let wake = () => {};
  socket.setEncoding("utf8").on("error", () => {});
  socket.on("data", (text: string) => {
    const parts = (rest + text).split("\r\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      if (line.startsWith("PING")) socket.write(`PONG${line.slice(4)}\r\n`);
      else lines.push(line);
    }
    wake();
  });
  const write = (...all: string[]) => void socket.write(all.map((line) => `${line}\r\n`).join(""));
  const self: IrcPerson = {
    nick,
    lines,
    socket,
    write,
    bytes: (bytes) => void socket.write(Buffer.concat([bytes, Buffer.from("\r\n")])),
    say: (target, text) => write(`PRIVMSG ${target} :${text}`),
    async hears(pattern) {
      const deadline = Date.now() + 30_000;
      for (;;) {
        for (; seen < lines.length; seen++) {
          const line = lines[seen] ?? "";
          if (!pattern.test(line)) continue;
          seen++;
          return line;
        }
        if (Date.now() > deadline) throw new Error(`${nick} did not hear ${pattern}: ${lines.slice(-5).join(" | ")}`);
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, 200);
          wake = () => {
            clearTimeout(late);
            resolve();
          };
        });
      }
    },
    heard: (by) =>
      lines.flatMap((line) => {
        const [, from, text] = /^(?:@\S+ )?:([^!\s]+)\S* PRIVMSG \S+ :?(.*)$/.exec(line) ?? [];
        return from === by && text !== undefined ? [text] : [];
      }),
    leave: () => socket.destroy(),
  };
  onTestFinished(() => void socket.destroy());
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  if (password) write(`PASS ${password}`);
  write(`NICK ${nick}`, `USER ${nick} 0 * :${nick}`);
  await self.hears(/ (376|422) /);
  for (const channel of channels) {
    write(`JOIN ${channel}`);
    await self.hears(/ 366 /);
  }
  return self;
}
