/** Sends messages through one batch request for SECONDS, MANY to a line. Reports messages a second. */
import { readFileSync } from "node:fs";
import { request } from "node:http";

const { PORT, TOKEN, CHATS = "", SECONDS, MANY, RUN } = process.env;
const chats = readFileSync(CHATS, "utf8").trim().split("\n");
const many = Number(MANY);
const content = "The quick brown fox jumps over. ".repeat(4);
/** Lines to a write: few writes, so that the sender is not what is measured. */
const PORTION = 200;

let count = 0;
const message = (n: number) => `"clientMessageId":"${RUN}-${n}","actorId":"actor-${n % 8}","content":"${content}"`;

function line(): string {
  const n = count++;
  const head = `{"id":"${n}","operation":"chats.messages.`;
  const chat = `"chatId":"${chats[n % chats.length]}"`;
  if (many === 1) return `${head}create","input":{${chat},${message(n)}}}\n`;
  const messages = Array.from({ length: many }, (_, at) => `{${message(n * many + at)}}`);
  return `${head}create-many","input":{${chat},"messages":[${messages.join(",")}]}}\n`;
}

const portion = Math.max(1, Math.round(PORTION / many));
const portionText = () => Array.from({ length: portion }, line).join("");
const until = performance.now() + Number(SECONDS) * 1_000;
const began = performance.now();
let [answered, done] = [0, 0];

const call = request({
  ...{ port: Number(PORT), path: "/api/v1/batch", method: "POST" },
  headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/x-ndjson" },
});
const finished = new Promise<void>((resolve, reject) => {
  call.on("error", reject).on("response", (response) => {
    let rest: Buffer = Buffer.alloc(0);
    response.on("error", reject).on("end", resolve);
    response.on("data", (part: Buffer) => {
      const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
      const last = bytes.lastIndexOf(0x0a) + 1;
      for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) answered++;
      const head = '","status":200,';
      for (let at = bytes.indexOf(head); at >= 0 && at < last; at = bytes.indexOf(head, at + 1)) done++;
      rest = bytes.subarray(last);
    });
  });
});

function feed(): void {
  while (performance.now() < until) if (!call.write(portionText())) return;
  call.end();
}
call.on("drain", feed);
feed();
await finished;
const seconds = (performance.now() - began) / 1_000;
process.stdout.write(
  `${JSON.stringify({ rate: (done * many) / seconds, messages: done * many, errors: answered - done })}\n`,
);
