import { PosternError } from "../http/error.ts";

/** One message of a stream of server-sent events. A frame without `data` only moves the cursor. */
export interface Frame {
  readonly event: string;
  readonly data?: string;
  readonly id?: string;
}

/** Characters of a line and of an event that are held in memory at most. */
export interface FrameLimits {
  readonly line: number;
  readonly event: number;
}

const LIMITS: FrameLimits = { line: 32 * 2 ** 20, event: 64 * 2 ** 20 };

/**
 * Parses server-sent events from bytes in chunks of any size. An incomplete event at the end is discarded, so that it
 * arrives once, with the next connection.
 */
export function createFrameParser(limits = LIMITS): (bytes: Uint8Array) => Frame[] {
  const decoder = new TextDecoder();
  /** The chunks of an incomplete line, joined only once. */
  let rest: string[] = [];
  let restLength = 0;
  let event = "";
  let data: string[] = [];
  let dataLength = 0;
  let id: string | undefined;

  function endFrame(frames: Frame[]): void {
    if (data.length > 0 || id !== undefined)
      frames.push({
        event: event || "message",
        ...(data.length > 0 && { data: data.join("\n") }),
        ...(id !== undefined && { id }),
      });
    event = "";
    data = [];
    dataLength = 0;
    id = undefined;
  }

  function readLine(line: string, frames: Frame[]): void {
    if (line === "") {
      endFrame(frames);
      return;
    }
    const colon = line.indexOf(":");
    // A comment: the gateway's heartbeat.
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "data") {
      dataLength += value.length;
      if (dataLength > limits.event) throw tooLong("An event", limits.event);
      data.push(value);
    }
  }

  return (bytes) => {
    const piece = decoder.decode(bytes, { stream: true });
    const frames: Frame[] = [];
    // A CR at the end may be the first half of a CRLF, so it is read with the next chunk.
    const hasLine = /[\r\n]/.test(piece) || rest.at(-1)?.endsWith("\r");
    rest.push(piece);
    restLength += piece.length;
    if (hasLine) {
      const lines = rest.join("").split(/\r\n|\n|\r(?!$)/);
      const last = lines.pop() ?? "";
      rest = [last];
      restLength = last.length;
      for (const line of lines) readLine(line, frames);
    }
    if (restLength > limits.line) throw tooLong("A line", limits.line);
    return frames;
  };
}

function tooLong(what: string, limit: number): PosternError {
  const detail = `${what} of the event stream is longer than ${limit} characters`;
  return new PosternError({ code: "client.invalid_answer", status: 200, detail });
}
