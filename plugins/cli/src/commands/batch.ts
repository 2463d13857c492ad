import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Catalog } from "../catalog.ts";
import { connect } from "../connection.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import { fileFault } from "../file-fault.ts";
import type { Io } from "../io.ts";
import { problemText } from "../output/problem.ts";
import { startProgress } from "../output/progress.ts";
import type { Settings } from "../settings.ts";
import { parsed } from "./call.ts";

export interface BatchFlags {
  file?: string;
  execute?: boolean;
}

/** The start of an answer, with its status. */
const ANSWER = /^\{"id":(?:null|"(?:[^"\\]|\\.)*"),"status":(\d{3}),"body":(\{"dryRun":true,)?/;

/** Sends the calls in a file, and prints the answers as they arrive. */
export async function batch(settings: Settings, catalog: Catalog, flags: BatchFlags, io: Io): Promise<ExitCode> {
  const source = await sourceOf(flags, io);
  const connection = await connect(settings, catalog.plugins);
  try {
    const path = `/api/v1/batch${flags.execute ? "?execute=true" : ""}`;
    const headers = { "content-type": "application/x-ndjson" };
    const { status, chunks } = await connection.stream(path, source, headers);
    if (status === 200) return await printAnswers(chunks, io);
    const problem = parsed(await text(chunks));
    io.note(await problemText(problem, status, connection.refusedKey));
    return exitOf(status, problem);
  } finally {
    source.destroy();
    await connection.close();
  }
}

async function sourceOf({ file = "-" }: BatchFlags, io: Io): Promise<Readable> {
  if (file === "-") return io.stdin;
  try {
    return (await open(resolve(io.cwd, file))).createReadStream();
  } catch (error) {
    throw new Refusal(`Cannot read --file ${file}: ${fileFault(error)}`);
  }
}

async function printAnswers(chunks: AsyncIterable<Uint8Array>, io: Io): Promise<ExitCode> {
  const counts = { done: 0, planned: 0, failed: 0 };
  const summary = () => `${counts.done} done, ${counts.planned} planned, ${counts.failed} failed`;
  const progress = startProgress(io, { label: "Running calls" });
  try {
    for await (const lines of linesIn(chunks)) {
      for (const line of lines) counts[kindOf(line)]++;
      io.out(`${lines.join("\n")}\n`);
      const others = counts.planned + counts.failed;
      progress.update(counts.done + others, others > 0 ? summary() : undefined);
      await io.drained();
    }
  } catch (error) {
    const reason = (error as Error).message;
    throw new Refusal(
      `The connection ended early: ${reason}. ${summary()}. Repeat the calls with the same idempotencyKey.`,
      Exit.failed,
    );
  } finally {
    progress.end();
  }
  if (counts.failed + counts.planned > 0) io.note(`${summary()}\n`);
  if (counts.failed > 0) return Exit.failed;
  return counts.planned > 0 ? Exit.planned : Exit.done;
}

function kindOf(line: string): "done" | "planned" | "failed" {
  const [, status, plan] = ANSWER.exec(line) ?? [];
  if (status !== "200") return "failed";
  return plan === undefined ? "done" : "planned";
}

/** The complete lines of each chunk. Lines may be long, so the parts of one are joined only once. */
async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of chunks) {
    const part = decoder.decode(chunk, { stream: true });
    if (!part.includes("\n")) {
      rest.push(part);
      continue;
    }
    const lines = (rest.join("") + part).split("\n");
    rest = [lines.pop() ?? ""];
    yield lines;
  }
}
