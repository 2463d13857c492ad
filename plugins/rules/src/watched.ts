import type { Manifest } from "@postern/core";

/** Whether rules see events of a type: those about runs must not cause runs. */
export const isWatched = (type: string): boolean => !type.startsWith("rules.run.") && !type.startsWith("rules.runs.");

/** The event types that rules see. */
export const watchedIn = ({ events }: Manifest) => ({ events: events.filter(({ type }) => isWatched(type)) });
