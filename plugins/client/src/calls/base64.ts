/** Bytes that are converted at once: a function cannot have more arguments in every engine. A multiple of 3. */
const STRETCH = 3 * 2 ** 13;

/** Bytes in base64, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STRETCH)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + STRETCH))));
  return parts.join("");
}
