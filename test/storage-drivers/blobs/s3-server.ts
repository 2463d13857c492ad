import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPlace } from "../../../storage-drivers/s3/src/place.ts";
import { createSender } from "../../../storage-drivers/s3/src/send.ts";
import { pathOf } from "../../run/programs.ts";
import { s3Key } from "./s3-keys.ts";

const PROGRAM = fileURLToPath(new URL("s3-server.py", import.meta.url));

export interface S3Server {
  readonly port: number;
  /** Creates a bucket and returns its URL. */
  createBucket(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A server with the S3 API, OpenStack Swift, on a free port, with its data in a temporary folder. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), "s3-"));
  const child = spawn(pathOf("swift"), [PROGRAM, folder], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const closed = new Promise<void>((done) => child.once("close", () => done()));
  const port = await Promise.race([
    new Promise<number>((found) => child.stdout.once("data", (text: Buffer) => found(Number(text.toString())))),
    closed.then(() => {
      throw new Error(`The S3 server ended: ${errors}`);
    }),
  ]);
  return {
    port,
    async createBucket(name) {
      const url = `http://127.0.0.1:${port}/${name}`;
      const sender = createSender(readPlace(url), s3Key, 30_000);
      const { status, body } = await sender.send("PUT", `/${name}`);
      sender.close();
      if (status !== 200) throw new Error(`The bucket was not created: ${body.toString()}`);
      return url;
    },
    async stop() {
      child.kill("SIGKILL");
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
