import { SaxesParser } from "saxes";
import { Fault } from "../fault.ts";

/** Receives the parts of an XML text in order, with names in the form `{namespace}name`. */
export interface Sink {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** Maximum number of characters buffered for an incomplete tag, and for any other incomplete part. */
const LONGEST_TAG = 65_536;
const LONGEST_TEXT = 4 * 2 ** 20;
const DEEPEST = 64;

/**
 * Reads XML in chunks, so that a response of any size takes bounded memory. Document types are rejected, so there are
 * no entities to expand except the five predefined ones.
 */
export function createXmlReader(sink: Sink): { write(piece: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  let isInTag = false;
  /** Number of characters received since the last complete part. */
  let kept = 0;

  const refuse = () => {
    throw new Fault("bad_answer", "The server's response is not readable XML");
  };
  const begin = () => {
    isInTag = true;
    kept = 0;
    if (++depth > DEEPEST) refuse();
  };
  const settle = () => {
    isInTag = false;
    kept = 0;
  };
  const take = (text: string) => {
    settle();
    if (depth > 0) sink.text(text);
  };

  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentagstart", begin);
  parser.on("opentag", ({ uri, local }) => {
    settle();
    sink.open(`{${uri}}${local}`);
  });
  parser.on("closetag", ({ uri, local }) => {
    settle();
    depth--;
    sink.close(`{${uri}}${local}`);
  });
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("comment", settle);
  parser.on("processinginstruction", settle);

  return {
    write(piece) {
      // In parts, so that the limit is exceeded by at most one of them.
      for (let at = 0; at < piece.length; at += LONGEST_TAG) {
        const part = piece.slice(at, at + LONGEST_TAG);
        kept += part.length;
        parser.write(part);
        if (kept > (isInTag ? LONGEST_TAG : LONGEST_TEXT)) refuse();
      }
    },
    end() {
      parser.close();
    },
  };
}
