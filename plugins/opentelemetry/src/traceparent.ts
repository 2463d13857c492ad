import type { SpanContext } from "@opentelemetry/api";

/** The span that a W3C `traceparent` names. The kernel has checked its form. */
export function spanContextOf(traceparent: string): SpanContext {
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** The W3C `traceparent` that names a span. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, "0")}`;
