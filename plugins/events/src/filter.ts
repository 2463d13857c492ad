import type { Caller } from "@postern/core";
import { type Sight, typeMatcher } from "@postern/core/cloudevents";

/** Which events somebody asks for. */
export interface Filter {
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
}
type Head = { readonly type: string; readonly subject?: string };

/** Whether an event is asked for, and of a type that the caller may see; what it is about is asked where it is read. */
export function acceptor({ type, subject }: Filter, caller: Caller, sight: Sight): (event: Head) => boolean {
  const isType = type === undefined ? () => true : typeMatcher(type);
  return (event) =>
    isType(event.type) && (subject === undefined || event.subject === subject) && sight.admits(caller, event);
}
