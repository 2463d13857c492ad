import { actorName } from "@postern/client/actor-names";

/** The first letter of an author, in a colour that tells agents and people apart. */
export function Avatar({ actorId, tone }: { actorId: string; tone: "own" | "agent" | "other" }) {
  const [letter = "?"] = actorName(actorId);
  return (
    <span class={`chat-avatar ${tone}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
