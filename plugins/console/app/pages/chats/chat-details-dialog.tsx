import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Time } from "../../ui/time.tsx";
import { type ChatDetails, kindText, titleOf } from "./chat.ts";

/** What is known about a chat, for windows whose header has no room for it. */
export function ChatDetailsDialog({ chat, onClose }: { chat: ChatDetails; onClose: () => void }) {
  const { id, agentId, tags, createdAt, archivedAt } = chat;
  return (
    <Dialog title="Details" onClose={onClose}>
      <p class="words" dir="auto">
        {titleOf(chat)}
      </p>
      <Facts>
        <Fact name="Kind">{kindText(chat)}</Fact>
        {agentId !== undefined && (
          <Fact name="Answered by">
            <Id id={agentId} />
          </Fact>
        )}
        {tags.length > 0 && (
          <Fact name="Tags">
            <span class="row wrap">
              {tags.map((tag) => (
                <Badge key={tag} text={tag} />
              ))}
            </span>
          </Fact>
        )}
        <Fact name="Created">
          <Time at={createdAt} />
        </Fact>
        {archivedAt !== undefined && (
          <Fact name="Archived">
            <Time at={archivedAt} />
          </Fact>
        )}
        <Fact name="Id">
          <Id id={id} />
        </Fact>
      </Facts>
    </Dialog>
  );
}
