const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** A language tag as BCP 47 writes it (`en-us` becomes `en-US`); undefined where it names no language. */
export function languageOf(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    const isKnown = canonical !== undefined && names.of(new Intl.Locale(canonical).language) !== undefined;
    return isKnown ? canonical : undefined;
  } catch {
    // What is no tag at all throws.
    return undefined;
  }
}
