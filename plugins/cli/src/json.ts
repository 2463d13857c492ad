import { Refusal } from "./exit.ts";

/** Reads JSON by the gateway's own rules; `refused` begins the line that says what is wrong with it. */
export async function readJson(text: string, refused: string): Promise<unknown> {
  // Loaded where it is needed: most commands take no JSON, and start sooner without the kernel.
  const { isGatewayError, parseJson } = await import("@postern/core");
  try {
    return parseJson(Buffer.from(text), { values: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    throw new Refusal(`${refused}: ${(error.data as { reason: string }).reason}`);
  }
}
