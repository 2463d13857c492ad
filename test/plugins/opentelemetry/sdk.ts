import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { onTestFinished } from "vitest";

export const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
/** The trace of a caller. */
export const CALLER = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

/** The SDK of this process, which keeps spans in memory until the test has finished. */
export function startSdk() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  onTestFinished(async () => {
    trace.disable();
    context.disable();
    await provider.shutdown();
  });
  const all = () => exporter.getFinishedSpans();
  const named = (name: string) => all().filter((span) => span.name === name);
  return {
    all,
    named,
    reset: () => exporter.reset(),
    /** The span with this name in the trace of the caller. */
    one(name: string) {
      const found = named(name).filter((span) => span.spanContext().traceId === TRACE_ID);
      if (found.length !== 1) throw new Error(`${found.length} spans are named ${name}: ${all().map((s) => s.name)}`);
      return found[0] as (typeof found)[number];
    },
    isError: (name: string) => named(name).map(({ status }) => status.code === SpanStatusCode.ERROR),
  };
}
