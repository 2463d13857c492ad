import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A small IRC server with features that ngIRCd lacks: SASL, message ids, echoes. It validates what it receives. */
export interface IrcServer {
  readonly port: number;
  readonly lines: string[];
  /** Sends a raw line to all clients. */
  deliver(...lines: (string | Buffer)[]): void;
  cut(): void;
}

const CAPS = "sasl=PLAIN,EXTERNAL message-tags server-time echo-message";
const CODE = { good: "903", bad: "904" };

export async function ircServer({ account = "postern", password = "s3cret" } = {}): Promise<IrcServer> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const right = Buffer.from(`${account}\0${account}\0${password}`).toString("base64");

  function serve(socket: Socket) {
    let nick = "*";
    let negotiating = false;
    let loggedIn = false;
    let ids = 0;
    let rest = "";
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const welcome = () => {
      if (negotiating || nick === "*") return;
      say(`:srv 001 ${nick} :Welcome`);
      say(`:srv 005 ${nick} CHANTYPES=# CASEMAPPING=ascii :are supported`);
      say(`:srv 422 ${nick} :No MOTD`);
    };
    const answers: Record<string, (rest: string) => void> = {
      CAP: (what) => {
        if (what.startsWith("LS")) {
          negotiating = true;
          say(`:srv CAP * LS :${CAPS}`);
        } else if (what.startsWith("REQ")) say(`:srv CAP * ACK ${what.slice(4)}`);
        else if (what === "END") {
          negotiating = false;
          welcome();
        }
      },
      AUTHENTICATE: (what) => {
        if (what === "PLAIN") return say("AUTHENTICATE +");
        loggedIn = what === right;
        if (loggedIn) say(`:srv 900 * *!*@* ${account} :You are logged in as ${account}`);
        say(`:srv ${loggedIn ? CODE.good : CODE.bad} * :SASL authentication ${loggedIn ? "successful" : "failed"}`);
      },
      NICK: (what) => {
        nick = what;
        welcome();
      },
      JOIN: (what) => say(`:${nick}!u@h JOIN ${what}`),
      PING: (what) => say(`:srv PONG srv ${what}`),
      PRIVMSG: (what) => {
        const [target] = what.split(" ");
        if (target === "#slow") return say(`:srv 439 ${nick} ${target} :Target change too fast`);
        say(`@msgid=echo-${++ids};time=2026-01-02T03:04:05.678Z :${nick}!u@h PRIVMSG ${what}`);
      },
    };
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.setEncoding("utf8").on("data", (data: string) => {
      const parts = (rest + data).split("\r\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        lines.push(line);
        const [command = "", ...more] = line.split(" ");
        answers[command]?.(more.join(" "));
      }
    });
  }

  const server = createServer(serve);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    deliver: (...all) => {
      for (const socket of sockets) for (const line of all) socket.write(line);
    },
    cut,
  };
}
