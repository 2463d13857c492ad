import { describe, expect, it } from "vitest";
import { openHouse } from "./house.ts";
import { message, startLoop } from "./loop/server.ts";

describe("what comes in", () => {
  it("is a message in a chat of its own place", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.post("agents.create", { id: "main" });
    await house.adapter(loop.port, { agent: "main" });
    const received = await loop.tell(message("Is the build green?", { at: 1_763_712_000_000 }));
    expect(received).toMatchObject({ disposition: "created" });
    const [chat] = await house.chats();
    expect(chat).toMatchObject({
      id: received.chatId,
      kind: "room",
      title: "Room",
      channel: "loop",
      instanceId: "loop",
      agentId: "main",
    });
    const [said] = await house.messages(chat.id);
    expect(said).toMatchObject({
      id: received.messageId,
      actorId: "loop~ann",
      content: { text: "Is the build green?" },
      providerTimestamp: 1_763_712_000_000,
    });
  });

  it("goes out again when somebody here answers", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.adapter(loop.port);
    const { chatId } = await loop.tell(message("Hello?"));
    await house.say(chatId!, "Hello, Ann");
    await loop.got(1);
    expect(loop.sent[0]).toMatchObject({ place: "#room", text: "Hello, Ann" });
  });
});
