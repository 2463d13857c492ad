/** Foreign text on one line, with a limited length. */
export const oneLine = (text: string, most = 200): string => {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > most ? `${Array.from(line).slice(0, most).join("")}…` : line;
};

/** Text that can be encoded: an unpaired surrogate becomes U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");
