import { messagesCreate } from "@postern/chats/services";
import type { OurSetup } from "../../host.ts";
import type { AcpContext } from "./context.ts";

interface PermissionRequest {
  readonly id: string;
  readonly title: string;
  readonly options: readonly { readonly option: string; readonly name: string }[];
}

/**
 * Says in the chat that the agent needs a permission, once. A reply in the chat is no answer: anybody may write there.
 */
export async function askInChat(
  host: OurSetup,
  { turn: { id, chatId, agentId } }: AcpContext,
  session: string,
  { id: request, title, options }: PermissionRequest,
): Promise<void> {
  const choices = options.map(({ option, name }) => `${name} (${option})`).join(", ");
  const command = `postern agentx sessions answer ${session} --request ${request} --option ${options[0]?.option ?? ""}`;
  await host.call(messagesCreate, {
    chatId,
    actorId: agentId,
    clientMessageId: `say.${id}.${request}`,
    content: `I need a permission: ${title}\nChoices: ${choices}\nAnswer with: ${command}`,
  });
}
