import { connect } from "node:net";
import { createInterface } from "node:readline";
import { startNgircd } from "../../../plugins/channels/servers/ngircd.ts";
import { has } from "../../../run/programs.ts";
import { createEar, type Platform } from "./platform.ts";

/** Over a real ngIRCd: somebody in as many channels as there are places. Undefined where it is not installed. */
export async function openIrc(places: number): Promise<Platform | undefined> {
  if (!has("ngircd")) return undefined;
  const server = await startNgircd();
  const ear = createEar();
  const channels = Array.from({ length: places }, (_, at) => `#p${at}`);
  const socket = connect(server.port, "127.0.0.1").setNoDelay(true);
  socket.on("error", () => {});
  const joined = new Set<string>();
  await new Promise<void>((resolve) => {
    createInterface({ input: socket }).on("line", (line) => {
      const [from = "", command, target = "", ...rest] = line.split(" ");
      if (from === "PING") socket.write(`PONG ${command}\r\n`);
      if (command === "376" || command === "422") socket.write(`JOIN ${channels.join(",")}\r\n`);
      if (command === "366") joined.add(rest[0] ?? "");
      if (command === "366" && joined.size === places) resolve();
      if (command === "PRIVMSG" && target.startsWith("#")) ear.hear();
    });
    socket.write("NICK ann\r\nUSER ann 0 * :Ann\r\n");
  });
  const config = {
    host: "127.0.0.1",
    port: server.port,
    tls: false,
    nick: "postern",
    channels,
    flood: { burst: 10_000, every: 0 },
  };
  return {
    adapter: { kind: "irc", config },
    say: (place, text) => void socket.write(`PRIVMSG #p${place} :${text}\r\n`),
    hearing: ear.hearing,
    async close() {
      socket.destroy();
      await server.stop();
    },
  };
}
