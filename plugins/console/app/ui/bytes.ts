const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** A size for people, in powers of 1,000: `1.2 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}
