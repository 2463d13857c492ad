/** The package with which libraries reach the SDK of the process. */
export type Api = typeof import("@opentelemetry/api");

/** Loads it. It is an optional peer, so that the application has the only copy. Throws if it is not installed. */
export async function loadApi(): Promise<Api> {
  try {
    return await import("@opentelemetry/api");
  } catch (cause) {
    const message = "The package @opentelemetry/api is not installed. Run: npm install @opentelemetry/api";
    throw new Error(message, { cause });
  }
}
