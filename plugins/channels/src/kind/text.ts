/** What somebody else says, as it can be shown anywhere: one line, and not a long one. */
export const oneLine = (text: string, most = 200): string => {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > most ? `${Array.from(line).slice(0, most).join("")}…` : line;
};

/** Text that every encoding has: a half of a character, which none has, becomes U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");
