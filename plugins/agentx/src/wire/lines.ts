const NEWLINE = 10;

/** Cuts bytes into lines. Throws where one is longer than `most` bytes, before it is held. */
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
    if (held > most) throw new Error(`It wrote a line of more than ${most} bytes`);
    return lines;
  };
}
