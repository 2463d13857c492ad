import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { start } from "../harness/server.ts";

interface Figures {
  /** Microseconds of a call, one after another. */
  readonly bare: number;
  readonly client: number;
}

/** What a call with `@postern/client` costs more than the same call with `fetch`. */
export async function client({ rounds, seconds }: Effort): Promise<void> {
  announce("client: one record by its id, called with fetch and with @postern/client, in turns");
  const server = await start({ name: "postern", server: "gateway-query" }, halves.servers);
  try {
    const [{ port, token, bodies } = { port: 0, token: "", bodies: "" }] = server.processes;
    const found: Figures[] = [];
    for (let round = 0; round < rounds; round++)
      found.push(
        await runProgram<Figures>("client-calls", halves.load, {
          ...{
            URL_OF_GATEWAY: `http://127.0.0.1:${port}`,
            KEY: token,
            BODIES: String(bodies),
            SECONDS: String(seconds),
          },
        }),
      );
    printFindings([
      { what: "fetch", values: found.map(({ bare }) => bare), unit: "µs" },
      { what: "client", values: found.map(({ client }) => client), unit: "µs" },
      { what: "client : fetch", values: found.map(({ bare, client }) => client / bare), goal: { atMost: 1.15 } },
    ]);
  } finally {
    await server.stop();
  }
}
