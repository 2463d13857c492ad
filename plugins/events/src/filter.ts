import type { Caller } from "@postern/core";
import { type Sight, typeMatcher } from "@postern/core/cloudevents";

/** Which events somebody asks for. */
export interface Filter {
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
}
type Head = { readonly type: string; readonly subject?: string };

/** Whether an event is asked for, and one that the caller may see. */
export function acceptor({ type, subject }: Filter, caller: Caller, sight: Sight): (event: Head) => boolean {
  const isType = type === undefined ? () => true : typeMatcher(type);
  return (event) => isType(event.type) && (subject === undefined || event.subject === subject) && sight(caller, event);
}
