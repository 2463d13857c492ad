/**
 * Text of typical records, to which compressed values refer: LZ4 finds no repetition in one short record alone.
 *
 * Part of the file format: every stored value needs the same bytes to be read. LZ4 reads the whole dictionary for each
 * value that it compresses, so a longer one costs more than it saves.
 */
export const DICTIONARY: Buffer = Buffer.from(
  [
    '"id":"","name":"","title":"","description":"","status":"',
    '{"v":             1,"d":{"at":17,"by":"ctx_1","run":{"operation":"chats.messages.create","outcome":"done","digest":"',
    '","request":"","events":[{"type":"chats.message.created","subject":"msg_1","data":{"message":{"id":"msg_1',
    '","chatId":"chat_1","number":             1,"actorId":"","actorType":"actor","clientMessageId":"","content":{"text":"',
    '"},"createdAt":17,"ingestedAt":17,"updatedAt":17,"revision":1,"sortKey":"0000000","state":"created"}}}]},"k":"',
  ].join(""),
  "latin1",
);
