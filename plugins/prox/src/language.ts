let names: Intl.DisplayNames | undefined;

/** Created on first use, because loading it is slower than the rest of this plugin. */
function nameOf(language: string): string | undefined {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(language);
}

/** The canonical BCP 47 form of a language tag (`en-us` becomes `en-US`); undefined if the language is unknown. */
export function languageOf(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    const isKnown = canonical !== undefined && nameOf(new Intl.Locale(canonical).language) !== undefined;
    return isKnown ? canonical : undefined;
  } catch {
    // getCanonicalLocales throws if the syntax is invalid.
    return undefined;
  }
}
