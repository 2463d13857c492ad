import { request } from "node:http";
import chats from "@postern/chats";
import { type Listening, listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { onTestFinished } from "vitest";

/** A served gateway with one chat, until the test has finished. */
export async function served(storage = memory()) {
  const fixture = await testGateway({ plugins: [chats()], storage });
  const door: Listening = await listen(fixture.gateway, { port: 0 });
  onTestFinished(async () => {
    await door.close({ grace: 0 });
    await fixture.stop();
  });
  const chatId: string = (await fixture.admin.post("chats.create")).body.chat.id;
  return { ...fixture, door, chatId };
}
export type Fixture = Awaited<ReturnType<typeof served>>;

/** Posts bytes over a socket and returns bytes, so that the parsing of a client is not measured. */
export function post({ door, admin }: Fixture, path: string, body: Buffer): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${admin.key}`,
      "content-type": "application/json",
      "content-length": body.length,
    };
    const call = request({ port: door.port, path: `/api/v1/${path}`, method: "POST", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    call.on("error", reject);
    call.end(body);
  });
}

export const messageOf = (chatId: string, clientMessageId: string, content: string) =>
  Buffer.from(`{"chatId":"${chatId}","actorId":"ann","clientMessageId":"${clientMessageId}","content":"${content}"}`);
