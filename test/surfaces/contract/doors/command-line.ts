import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { main } from "@postern/cli";
import { processMark } from "@postern/core/process";
import { type Door, outcomeOf, refusalIn } from "../door.ts";

/** The command line, which finds the gateway as one that serves its data folder. */
export const commandLineDoor: Door = {
  name: "command line",
  async open({ gateway, url, key, folder }) {
    const data = join(folder, "data");
    const { manifest } = gateway;
    mkdirSync(join(data, "gateways"), { recursive: true });
    writeFileSync(join(data, "manifest.json"), JSON.stringify(manifest));
    const registration = { ...processMark(), url, manifest: manifest.digest, startedAt: new Date().toISOString() };
    writeFileSync(join(data, "gateways", `${process.pid}.json`), JSON.stringify(registration));

    async function run(args: readonly string[], input: string) {
      const [out, notes]: [string[], string[]] = [[], []];
      const exit = await main(args, {
        out: (text) => void out.push(text),
        write: (bytes) => void out.push(Buffer.from(bytes as string).toString("utf8")),
        note: (text) => void notes.push(text),
        drained: async () => undefined,
        progress: undefined,
        input: async () => input,
        stdin: Readable.from([input]),
        ...{ isTerminal: false, columns: 80, rows: 24, colors: false, asks: false },
        env: { POSTERN_DATA: data, POSTERN_TOKEN: key, POSTERN_URL: url, HOME: folder },
        cwd: folder,
      });
      return { exit, out: out.join(""), notes: notes.join("") };
    }

    return {
      async call({ id, kind, input: schema }, input, mode, idempotencyKey) {
        // Some operations have a field of this name, to which the flag then belongs.
        const hasFlag = kind === "command" && !("idempotencyKey" in (schema.properties as object));
        const once = hasFlag ? ["--idempotency-key", idempotencyKey] : [];
        const flags = ["--input", "-", "--json", ...once];
        const words = [...id.split("."), ...flags, ...(mode === "execute" ? ["--execute"] : [])];
        const { exit, out, notes } = await run(words, JSON.stringify(input));
        if (out === "") throw new Error(`"postern ${words.join(" ")}" ends with ${exit}: ${notes}`);
        const answer = JSON.parse(out) as Record<string, unknown>;
        return String(answer.type).startsWith("urn:postern:error:") ? refusalIn(answer) : outcomeOf(answer);
      },
    };
  },
};
