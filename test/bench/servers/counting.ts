import service from "@postern/service";

const { METRICS } = process.env;

/** The plugin `service` with or without metrics, as `METRICS` says (on, off); without it, no plugin. */
export const counting = METRICS ? [service({ metrics: METRICS === "on" })] : [];
