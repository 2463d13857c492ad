import { Refusal } from "./exit.ts";

/** Parses JSON by the gateway's rules; `refused` is the start of the error message. */
export async function readJson(text: string, refused: string): Promise<unknown> {
  // Loaded on demand: most commands take no JSON and start faster without the kernel.
  const { isGatewayError, parseJson } = await import("@postern/core");
  try {
    return parseJson(Buffer.from(text), { values: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    const { reason } = error.data as { reason: string };
    // Brackets are counted before the text is parsed, also in a text that is not JSON.
    throw new Refusal(reason.includes("nested") && !isJson(text) ? refused : `${refused}: ${reason}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
