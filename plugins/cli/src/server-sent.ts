/** One message of a stream of server-sent events. */
export interface ServerSent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from text in chunks of any size. `onId` receives each id, including those without a message.
 * An incomplete message at the end is discarded.
 */
export function createServerSentReader(onMessage: (message: ServerSent) => void, onId: (id: string) => void) {
  /** The chunks of an incomplete line, joined only once. */
  let rest: string[] = [];
  let event = "";
  let data: string[] = [];
  let id: string | undefined;

  function endMessage(): void {
    if (data.length > 0) onMessage({ event: event || "message", data: data.join("\n") });
    if (id !== undefined) onId(id);
    event = "";
    data = [];
    id = undefined;
  }

  function takeLine(line: string): void {
    if (line === "") {
      endMessage();
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id" && !value.includes("\0")) id = value;
  }

  return (piece: string): void => {
    // A CR may be the first half of a CRLF: wait for the next chunk.
    const isWhole = /[\r\n]/.test(piece) || rest.at(-1)?.endsWith("\r");
    rest.push(piece);
    if (!isWhole) return;
    const lines = rest.join("").split(/\r\n|\n|\r(?!$)/);
    rest = [lines.pop() ?? ""];
    for (const line of lines) takeLine(line);
  };
}
