const NEWLINE = 10;

/** Splits bytes into lines. Throws if a line is longer than `most` bytes, without buffering all of it. */
export function createLines(most: number): (chunk: Buffer) => Buffer[] {
  let parts: Buffer[] = [];
  let held = 0;
  return (chunk) => {
    const lines: Buffer[] = [];
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
      const rest = chunk.subarray(at, end);
      lines.push(parts.length === 0 ? rest : Buffer.concat([...parts, rest]));
      parts = [];
      held = 0;
      at = end + 1;
    }
    if (at < chunk.length) {
      parts.push(chunk.subarray(at));
      held += chunk.length - at;
    }
    if (held > most) throw new Error(`The agent wrote a line of more than ${most} bytes`);
    return lines;
  };
}
