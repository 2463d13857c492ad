import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { pathOf } from "../run/programs.ts";
import { until } from "../run/until.ts";

/** The configuration that the manual publishes. */
const PUBLISHED = readFileSync(new URL("../../examples/several-gateways/haproxy.cfg", import.meta.url), "utf8");

export interface Proxy {
  /** Whether the proxy sends requests to a gateway, by its number. */
  isUp(gateway: number): Promise<boolean>;
  /** The number of requests that a gateway was sent. */
  requestsTo(gateway: number): Promise<number>;
}

interface Options {
  readonly port: number;
  /** The value of the Host header for which the gateways answer. */
  readonly host: string;
  /** A file with a key and certificate. Without it, plain HTTP is served. */
  readonly certificate?: string;
}

/** HAProxy in front of gateways, for the current test: the published configuration with other addresses. */
export async function startProxy(urls: readonly string[], { port, host, certificate }: Options): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "haproxy-"));
  const [socket, file] = [join(folder, "stats"), join(folder, "haproxy.cfg")];
  const bind = `bind 127.0.0.1:${port}${certificate === undefined ? "" : ` ssl crt ${certificate} alpn http/1.1`}`;
  const servers = urls.map((url, at) => `    server ${nameOf(at)} ${new URL(url).host}\n`);
  const config = [
    [/^global\n/m, `global\n    stats socket ${socket}\n`],
    [/^ {4}bind .*$/m, `    ${bind}`],
    [/hdr Host postern\.example$/m, `hdr Host ${host}`],
    [/( {4}server .*\n)+/, servers.join("")],
  ].reduce((text, [from, to]) => replaced(text, from as RegExp, to as string), PUBLISHED);
  writeFileSync(file, config);
  const child = spawn(pathOf("haproxy"), ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function statistic(gateway: number, column: string): Promise<string | undefined> {
    const connection = connect(socket);
    connection.end("show stat\n");
    const [head = "", ...lines] = (await text(connection)).replace("# ", "").split("\n");
    const values = lines.find((line) => line.startsWith(`gateways,${nameOf(gateway)},`))?.split(",");
    return values?.[head.split(",").indexOf(column)];
  }
  // "UP 1/2" after one of two failures that take it out.
  const isUp = async (gateway: number) => (await statistic(gateway, "status"))?.startsWith("UP") ?? false;

  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output.join("")}`);
    for (const at of urls.keys()) if (!(await isUp(at))) throw new Error(`The gateway ${at} is not up`);
  });
  return { isUp, requestsTo: async (gateway) => Number(await statistic(gateway, "stot")) };
}

const nameOf = (gateway: number): string => ["one", "two", "three", "four"][gateway] as string;

/** Fails if the published configuration no longer has what a test replaces. */
function replaced(text: string, from: RegExp, to: string): string {
  if (!from.test(text)) throw new Error(`haproxy.cfg has nothing like ${from}`);
  return text.replace(from, () => to);
}
