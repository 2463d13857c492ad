import { present } from "@postern/core/presentation";
import type { TSchema } from "@sinclair/typebox";

/**
 * A member of an answer that is a new key of the caller, if the member `flag` of the answer is true. The old key stops
 * working, so surfaces that keep the caller's key keep this one instead.
 */
export const ownKey = <S extends TSchema>(key: S, flag: string): S => present(key, { ownKey: flag });
