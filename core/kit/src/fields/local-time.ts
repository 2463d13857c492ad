import { type LocalTime, present } from "@postern/core/presentation";
import type { TSchema } from "@sinclair/typebox";

/**
 * A point in time, which people may write as local time, such as `tomorrow 9:00`. Surfaces for people send the form that
 * the field accepts: ISO 8601 with an offset, Unix milliseconds or a date. Calls over HTTP and in process are not
 * changed.
 */
export const localTime = <S extends TSchema>(field: S, options: LocalTime = {}): S => present(field, { time: options });
