import { pathTo } from "../../router.ts";

/** What changes adapters. A message that arrives changes when an adapter last received something. */
export const EVENTS = ["channels.**", "chats.message.created"] as const;

export const adapterPath = (id?: string): string => pathTo("channels", "list", ...(id === undefined ? [] : [id]));
export const placesPath = (): string => pathTo("channels", "places");
export const runnerPath = (): string => pathTo("channels", "runner");
