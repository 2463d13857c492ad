import { definePlugin } from "@postern/core";
import { group } from "./group.ts";
import { type Api, loadApi } from "./load-api.ts";
import { createObserver } from "./observer.ts";

/** Makes spans with the OpenTelemetry SDK of the process. Without an SDK there are none, and traces are passed on. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  async setup({ services }) {
    services.observers.add(createObserver(await loadApi()));
  },
  async start() {
    const api = await loadApi();
    return () => flush(api);
  },
});

/** Sends the spans that the SDK still holds. Its interface for libraries has no such function. */
async function flush({ trace }: Api): Promise<void> {
  const provider = trace.getTracerProvider() as { getDelegate?(): { forceFlush?(): Promise<void> } };
  await provider.getDelegate?.().forceFlush?.();
}
