import { type Caller, callerOf } from "@postern/core";
import type { Reads } from "@postern/core/storage";
import { isOwnCaller } from "./creator.ts";

/**
 * Work that continues after a call, with the id of the context that set it up. Without one it was set up by the application
 * that embeds the gateway, or before creators were stored: then it ends with no key.
 */
export interface SetUp {
  readonly createdBy?: string | undefined;
}

/** What a record of lasting work stores of the caller who sets it up, or who continues it after its creator has ended. */
export const setUpBy = async (store: Reads, caller: Caller): Promise<SetUp> => ({
  createdBy: (await isOwnCaller(store, caller)) ? undefined : caller.contextId,
});

/** Whether lasting work must end: the context that set it up, or one above it, was revoked or has expired. */
export const hasCreatorEnded = async (store: Reads, { createdBy }: SetUp, now: number): Promise<boolean> =>
  createdBy !== undefined && (await callerOf(store, createdBy, now)) === undefined;
