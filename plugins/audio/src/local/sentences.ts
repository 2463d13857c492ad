const MAX_LENGTH = 400;

/** Splits a text into sentences, and very long sentences into parts. */
export function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?…;:])\s+|\n+/)
    .flatMap((sentence) => piecesOf(sentence.trim()))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function piecesOf(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_LENGTH) {
    const space = rest.lastIndexOf(" ", MAX_LENGTH);
    const end = space > 0 ? space : MAX_LENGTH;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}
