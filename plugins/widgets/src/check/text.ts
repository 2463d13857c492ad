const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Bytes as text, without the mark that some editors put in front; undefined where they are no UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
