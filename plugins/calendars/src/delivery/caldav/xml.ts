import { SaxesParser } from "saxes";
import { Fault } from "../fault.ts";

/** Receives the parts of an XML text in order, with names in the form `{namespace}name`. */
export interface Sink {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** Maximum number of characters buffered for an incomplete tag, and for any other incomplete part. */
const MAX_TAG_LENGTH = 65_536;
const MAX_TEXT_LENGTH = 4 * 2 ** 20;
const MAX_DEPTH = 64;

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
    if (++depth > MAX_DEPTH) refuse();
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
      for (let at = 0; at < piece.length; at += MAX_TAG_LENGTH) {
        const part = piece.slice(at, at + MAX_TAG_LENGTH);
        kept += part.length;
        parser.write(part);
        if (kept > (isInTag ? MAX_TAG_LENGTH : MAX_TEXT_LENGTH)) refuse();
      }
    },
    end() {
      parser.close();
    },
  };
}
