import type { GatewayEvent } from "@postern/client";
import { matches } from "../../data/globs.ts";
import { Filters } from "../../ui/filters.tsx";

export interface Filter {
  readonly type: string;
  readonly actor: string;
  readonly subject: string;
}

export const NO_FILTER: Filter = { type: "", actor: "", subject: "" };

const FIELDS = [
  { name: "type", hint: "Type, such as chats.**" },
  { name: "actor", hint: "Actor" },
  { name: "subject", hint: "Subject" },
] as const;

/** Whether an event passes: the type is a glob or a part of the type, the others are the beginnings of ids. */
export const isWanted = (event: GatewayEvent, { type, actor, subject }: Filter): boolean =>
  (type === "" || (type.includes("*") ? matches([type], event.type) : event.type.includes(type))) &&
  event.actor.startsWith(actor) &&
  (event.subject ?? "").startsWith(subject);

export function FilterBar({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  return (
    <Filters active={FIELDS.filter(({ name }) => filter[name] !== "").length}>
      {FIELDS.map(({ name, hint }, at) => (
        <input
          key={name}
          class="input filter"
          type="search"
          data-search={at === 0 ? "" : undefined}
          aria-label={hint}
          placeholder={hint}
          value={filter[name]}
          onInput={(event) => onFilter({ ...filter, [name]: event.currentTarget.value })}
        />
      ))}
    </Filters>
  );
}
