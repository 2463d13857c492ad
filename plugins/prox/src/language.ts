let names: Intl.DisplayNames | undefined;

/** Made when it is first needed: it takes longer to load than the rest of this group. */
function nameOf(language: string): string | undefined {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(language);
}

/** A language tag as BCP 47 writes it (`en-us` becomes `en-US`); undefined where it names no language. */
export function languageOf(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    const isKnown = canonical !== undefined && nameOf(new Intl.Locale(canonical).language) !== undefined;
    return isKnown ? canonical : undefined;
  } catch {
    // What is no tag at all throws.
    return undefined;
  }
}
