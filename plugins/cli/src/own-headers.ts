/** The headers of every request of a command: its key, and the trace that it continues. */
export const ownHeaders = (
  key: string,
  { traceparent }: { readonly traceparent?: string },
): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  ...(traceparent !== undefined && { traceparent }),
});

/** The trace in the variable that programs agree on. An invalid one is left out: no command fails for its trace. */
export const traceIn = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  env.TRACEPARENT && /^[0-9a-f-]{55}$/.test(env.TRACEPARENT) ? env.TRACEPARENT : undefined;
