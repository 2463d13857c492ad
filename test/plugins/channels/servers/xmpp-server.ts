import { readFileSync } from "node:fs";
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { onTestFinished } from "vitest";
import { makeCertificate } from "../../../run/certificate.ts";
import { removeFolder, tempFolder } from "./programs.ts";

/** A minimal XMPP server with TLS that accepts a login and then sends what the test requests. */
export interface XmppServer {
  readonly service: string;
  readonly ca: string;
  /** What it received. */
  readonly heard: string[];
  /** Sends raw text to the connected client. */
  deliver(...parts: (string | Buffer)[]): void;
}

interface Manners {
  readonly password?: string;
  /** The offered SASL mechanisms. */
  readonly mechanisms?: readonly string[];
  /** A room that has forgotten its occupants. */
  readonly forgetful?: string;
  /** A room that is created when the adapter enters it, and whose configuration is refused. */
  readonly created?: string;
  /** Sent instead of accepting the login. */
  readonly instead?: string;
}

const HEADER =
  "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' from='localhost' id='1' version='1.0'>";
const features = (inside: string) => `${HEADER}<stream:features>${inside}</stream:features>`;

export async function xmppServer(manners: Manners = {}): Promise<XmppServer> {
  const folder = tempFolder();
  const { keyFile: key, certFile: cert, cert: pem } = makeCertificate(folder, ["localhost"]);
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTls({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    serve(socket, heard, manners);
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    removeFolder(folder);
  });
  return {
    service: `xmpps://localhost:${port}`,
    ca: pem,
    heard,
    deliver: (...parts) => {
      for (const socket of sockets) for (const part of parts) socket.write(part);
    },
  };
}

const OUT = "<error type='cancel'><not-acceptable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>";

function serve(socket: Socket, heard: string[], manners: Manners) {
  const { password = "s3cret", mechanisms = ["PLAIN"], instead, forgetful = "none", created = "none" } = manners;
  const right = Buffer.from(`\0bot\0${password}`).toString("base64");
  let loggedIn = false;
  let rest = "";
  const answer = (said: string) => {
    heard.push(said);
    if (said.startsWith("<stream:stream")) {
      const all = mechanisms.map((name) => `<mechanism>${name}</mechanism>`).join("");
      if (loggedIn) socket.write(features("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"));
      else socket.write(features(`<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>${all}</mechanisms>`));
    } else if (said.startsWith("<auth")) {
      loggedIn = said.includes(`>${right}<`);
      const xmlns = "xmlns='urn:ietf:params:xml:ns:xmpp-sasl'";
      if (instead) socket.write(instead);
      else socket.write(loggedIn ? `<success ${xmlns}/>` : `<failure ${xmlns}><not-authorized/></failure>`);
    } else if (said.startsWith("<iq")) {
      const id = / id="([^"]+)"/.exec(said)?.[1];
      const bound = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>bot@localhost/postern</jid></bind>";
      if (said.includes("xmpp-bind")) socket.write(`<iq type='result' id='${id}'>${bound}</iq>`);
      else if (said.includes(`to="${forgetful}/`))
        socket.write(`<iq type='error' id='${id}' from='${forgetful}/bot'>${OUT}</iq>`);
      else if (said.includes("urn:xmpp:ping")) socket.write(`<iq type='result' id='${id}'/>`);
      else socket.write(`<iq type='error' id='${id}'><error type='cancel'><feature-not-implemented/></error></iq>`);
    } else if (said.startsWith("<message") && said.includes(`to="${forgetful}"`)) {
      const id = / id="([^"]+)"/.exec(said)?.[1];
      socket.write(`<message type='error' id='${id}' from='${forgetful}'>${OUT}</message>`);
    } else if (said.startsWith("<presence") && said.includes(`to="${forgetful}/`)) {
      const status = "<x xmlns='http://jabber.org/protocol/muc#user'><status code='110'/></x>";
      socket.write(`<presence from='${forgetful}/bot'>${status}</presence>`);
    } else if (said.startsWith("<presence") && said.includes(`to="${created}/`)) {
      const status = "<x xmlns='http://jabber.org/protocol/muc#user'><status code='110'/><status code='201'/></x>";
      socket.write(`<presence from='${created}/bot'>${status}</presence>`);
    } else if (said.startsWith("</stream")) socket.end("</stream:stream>");
  };
  socket.setEncoding("utf8").on("data", (data: string) => {
    // Each stanza is written separately, but several may arrive together.
    const parts = (rest + data)
      .replace(/<\?xml[^>]*>/g, "")
      .split(/(?=<(?:stream:stream|auth|iq|message|presence|\/stream)\b)/);
    rest = "";
    for (const part of parts) if (part !== "") answer(part);
  });
}

/** A server without TLS that sends fixed text, whatever it receives. */
export async function deafServer(...says: string[]): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = createTcp((socket) => {
    let turn = 0;
    socket
      .on("error", () => {})
      .on("data", (data) => {
        heard.push(String(data));
        const next = says[turn++];
        if (next !== undefined) socket.write(next);
      });
    onTestFinished(() => void socket.destroy());
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return { port, heard };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return (server.address() as AddressInfo).port;
}

export { features };
