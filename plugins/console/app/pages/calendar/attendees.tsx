import type { CalendarAttendee, CalendarEvent } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Menu } from "../../ui/menu.tsx";
import { inviteeOf } from "./draft.ts";

const RESPONSES = [
  ["accepted", "Accept"],
  ["tentative", "Accept tentatively"],
  ["declined", "Decline"],
] as const;

const TONES: Readonly<Record<CalendarAttendee["responseStatus"], Tone>> = {
  accepted: "good",
  tentative: "warn",
  declined: "bad",
  needs_action: "plain",
  unknown: "plain",
};

/** Who is invited, with their responses. */
export function Attendees({ event, canChange }: { event: CalendarEvent; canChange: boolean }) {
  const { may } = useSession();
  const { attendees } = event;
  return (
    <section class="stack">
      <h3>Attendees</h3>
      {attendees.length === 0 && <p class="muted">Nobody is invited.</p>}
      <ul class="cal-people" aria-label="Attendees">
        {attendees.map((attendee) => (
          <Person key={attendee.id} event={event} attendee={attendee} canChange={canChange} />
        ))}
      </ul>
      {canChange && may("calendars.events.attendees.add") && <Invite event={event} />}
    </section>
  );
}

interface PersonProps {
  readonly event: CalendarEvent;
  readonly attendee: CalendarAttendee;
  readonly canChange: boolean;
}

function Person({ event, attendee, canChange }: PersonProps) {
  const { may } = useSession();
  const { run } = useActions();
  const { agentId, email, displayName, kind, responseStatus } = attendee;
  const name = displayName || email || agentId;
  const respond = (status: string): void => {
    const who = agentId ? { attendeeAgent: agentId } : { attendeeEmail: email };
    void run({ operation: "calendars.events.respond", input: { event: event.id, ...who, status } });
  };
  const remove = (): void => {
    const who = agentId ? { agent: agentId } : { email };
    void run({ operation: "calendars.events.attendees.remove", input: { event: event.id, ...who } });
  };
  const items = [
    ...(may("calendars.events.respond")
      ? RESPONSES.map(([status, label]) => ({ label, onChoose: () => respond(status) }))
      : []),
    ...(may("calendars.events.attendees.remove") && kind !== "organizer"
      ? [{ label: "Remove", onChoose: remove }]
      : []),
  ];
  return (
    <li class="row">
      <span class="grow cut" dir="auto" title={email || agentId}>
        {name}
      </span>
      {kind !== "required" && <span class="small muted">{kind}</span>}
      <Badge text={responseStatus === "needs_action" ? "no response" : responseStatus} tone={TONES[responseStatus]} />
      {canChange && items.length > 0 && <Menu label={`Actions for ${name}`} items={items} />}
    </li>
  );
}

function Invite({ event }: { event: CalendarEvent }) {
  const { run } = useActions();
  const id = useId();
  const [who, setWho] = useState("");

  async function invite(): Promise<void> {
    const input = { event: event.id, ...inviteeOf(who.trim()) };
    if (await run({ operation: "calendars.events.attendees.add", input })) setWho("");
  }

  return (
    <form
      class="row"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (who.trim() !== "") void invite();
      }}
    >
      <label for={id} class="only-read">
        Agent or e-mail address
      </label>
      <input
        id={id}
        class="input grow"
        placeholder="ann@example.org"
        autocomplete="off"
        value={who}
        onInput={(input) => setWho(input.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={who.trim() === ""}>
        Invite
      </button>
    </form>
  );
}
