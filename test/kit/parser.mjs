import { serveParser } from "@postern/kit/parsing";

const held = [];
const DO = {
  echo: ({ value }) => value,
  pid: () => process.pid,
  hang: () => {
    for (;;);
  },
  abort: () => process.abort(),
  exit: () => process.exit(7),
  fail: () => {
    throw new Error("wrong");
  },
  late: () => setTimeout(() => process.exit(7)) && new Promise(() => {}),
  heap: () => {
    for (let n = 0; ; n++) held.push(Array.from({ length: 100_000 }, () => ({ n })));
  },
  buffers: () => {
    for (;;) held.push(Buffer.alloc(2 ** 20, 1));
  },
  bytes: ({ size }) => Buffer.alloc(size),
  environment: () => ({ ...process.env }),
};

serveParser(() => {
  let count = 0;
  return (message) => (message.do === "count" ? ++count : DO[message.do](message));
});
