import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { OperationEntry } from "@postern/core";
import { Refusal } from "../exit.ts";
import { fileFault } from "../file-fault.ts";
import type { Io } from "../io.ts";
import { plain } from "./plain.ts";

type Thing = Readonly<Record<string, unknown>>;

/** The member of an answer that is a document, such as a CSV file. */
export function documentMember({ output }: Pick<OperationEntry, "output">): string | undefined {
  const properties = (output.properties ?? {}) as Readonly<Record<string, { contentMediaType?: string }>>;
  return Object.keys(properties).find((name) => properties[name]?.contentMediaType !== undefined);
}

/** Splits an answer into its document, as bytes, and the rest. */
export function documentIn(answer: Thing, member: string): { bytes: Buffer; rest: Thing } {
  const { [member]: content, encoding, ...rest } = answer;
  return { bytes: Buffer.from(String(content ?? ""), encoding === "base64" ? "base64" : "utf8"), rest };
}

/** Writes a document to a file, or to standard output byte for byte. A terminal only gets text. */
export function writeDocument(bytes: Buffer, file: string | undefined, io: Io): void {
  if (file !== undefined && file !== "-") {
    try {
      writeFileSync(resolve(io.cwd, file), bytes);
    } catch (error) {
      throw new Refusal(`Cannot write --out ${file}: ${fileFault(error, "write")}`);
    }
    return;
  }
  if (!io.isTerminal) {
    io.write(bytes);
    return;
  }
  if (!isText(bytes)) throw new Refusal("The result is not text. Write it to a file with --out FILE.");
  io.out(plain(bytes.toString("utf8").replaceAll("\r\n", "\n")));
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}
