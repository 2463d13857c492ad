import { Refusal } from "./exit.ts";

/** Parses JSON by the gateway's rules; `refused` is the start of the error message. */
export async function readJson(text: string, refused: string): Promise<unknown> {
  // Loaded on demand: most commands take no JSON and start faster without the kernel.
  const { isGatewayError, parseJson } = await import("@postern/core");
  try {
    return parseJson(Buffer.from(text), { values: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    throw new Refusal(`${refused}: ${(error.data as { reason: string }).reason}`);
  }
}
