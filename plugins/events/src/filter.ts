import type { Caller } from "@postern/core";
import { anyTypeMatcher, type EventVisibility } from "@postern/kit/cloudevents";

/** Which events a caller requests. */
export interface Filter {
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
  readonly topic?: string | undefined;
}
/** The filter of a stream, and whether its frames carry the event type. */
export interface Streamed extends Filter {
  readonly isNamed: boolean;
}
type Head = { readonly type: string; readonly subject?: string };

/** Whether an event type matches one of the globs, which are separated by commas. By default, all match. */
export const typesMatcher = (globs: string | undefined): ((type: string) => boolean) =>
  globs === undefined ? () => true : anyTypeMatcher(globs.split(","));

/**
 * Whether an event matches the filter and its type is visible to the caller. `shownOf` checks its contents when it is
 * read.
 */
export function acceptor(
  { type, subject, topic }: Filter,
  caller: Caller,
  sight: EventVisibility,
): (event: Head) => boolean {
  const isType = typesMatcher(type);
  const isSubject = (event: Head) => subject === undefined || event.subject === subject;
  const isTopic = (event: Head) => topic === undefined || sight.topicOf(event.type) === topic;
  return (event) => isType(event.type) && isSubject(event) && isTopic(event) && sight.admits(caller, event);
}
