const LONGEST = 400;

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
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(" ", LONGEST);
    const end = space > 0 ? space : LONGEST;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}
