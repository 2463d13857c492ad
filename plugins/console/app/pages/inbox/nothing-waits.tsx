import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";

/** What a person can do first. */
const STEPS = [
  {
    path: "keys",
    title: "Give an agent a key",
    text: "Commands of a propose-only key wait here for your approval.",
    needs: ["context.list", "context.derive"],
  },
  {
    path: "chats",
    title: "Start a chat",
    text: "Write with people and agents, and see drafts as they are written.",
    needs: ["chats.list", "chats.create"],
  },
  {
    path: "live",
    title: "Watch the events",
    text: "Watch events of the gateway, with causes and effects.",
    needs: ["events.list"],
  },
] as const;

/** Shown instead of an empty inbox: what will be here, and where to begin. */
export function NothingWaits() {
  const { may } = useSession();
  const steps = STEPS.filter(({ needs }) => may(...needs));
  return (
    <Empty text="Nothing waits for you. Proposals of agents and failures appear here.">
      {steps.length > 0 && (
        <ul class="inbox-steps" aria-label="First steps">
          {steps.map(({ path, title, text }) => (
            <li key={path}>
              <Link class="card inbox-step" to={path}>
                <strong>{title}</strong>
                <span class="small muted">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Empty>
  );
}
