/**\n * A kind of adapters that exchanges lines of JSON over TCP: lines from the server are events, and each request to the\n * server may be answered.\n */
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Type as T } from "@sinclair/typebox";

const VERDICT = Symbol.for("postern.channels.verdict");
const verdict = (reason, said) => Object.assign(new Error(reason), { [VERDICT]: said });

const faultOf = ({ error, word, retryIn }) =>
  word === undefined ? new Error(error) : verdict(error, { word, ...(retryIn !== undefined && { retryIn }) });

export const loopKind = ({
  id = "loop",
  idempotent = false,
  confirms = false,
  edits = true,
  secret,
  text = { most: 1_000, unit: "characters" },
  flood = { burst: 1_000, every: 0, per: "adapter" },
} = {}) => ({
  id,
  title: "Loop",
  description: "Lines of JSON to a port of this machine.",
  config: T.Object({ port: T.Integer({ minimum: 1, maximum: 65_535 }), greeting: T.Optional(T.String()) }),
  ...(secret && { secret }),
  text,
  flood,
  idempotent,
  async open(context) {
    const { config, signal } = context;
    const socket = connect({ host: "127.0.0.1", port: config.port });
    const asked = new Map();
    let last = 0;
    let end;
    const closed = new Promise((resolve) => {
      end = resolve;
    });
    const gone = (reason, permanent) => {
      end({ reason, ...(permanent && { permanent }) });
      for (const { reject } of asked.values()) reject(new Error(`The link was cut: ${reason}`));
      asked.clear();
      socket.destroy();
    };
    socket.on("error", (error) => gone(error.code ?? error.message));
    socket.on("close", () => gone("The other side has closed"));
    signal.addEventListener("abort", () => gone("The adapter was stopped"), { once: true });

    const ask = (what, body) => {
      const n = ++last;
      return new Promise((resolve, reject) => {
        asked.set(n, { resolve, reject });
        socket.write(`${JSON.stringify({ n, what, ...body })}\n`);
      });
    };
    createInterface({ input: socket })
      .on("line", (line) => {
        const said = JSON.parse(line);
        if (said.event) {
          context.receive(said.event).then(
            (received) => socket.write(`${JSON.stringify({ what: "ack", of: said.e, received })}\n`),
            (error) => socket.write(`${JSON.stringify({ what: "nack", of: said.e, error: error.message })}\n`),
          );
        } else if (said.trouble !== undefined) said.trouble === "" ? context.well() : context.degraded(said.trouble);
        else if (said.end) gone(said.end, said.permanent);
        else {
          const waiting = asked.get(said.n);
          asked.delete(said.n);
          if (said.error === undefined) waiting?.resolve(said);
          else waiting?.reject(faultOf(said));
        }
      })
      .on("error", () => {});
    await new Promise((resolve, reject) => {
      socket.once("connect", resolve);
      closed.then(({ reason }) => reject(new Error(reason)));
    });
    const password = secret ? await context.useSecret((given) => given.reveal()) : undefined;
    await ask("hello", { adapter: context.adapter, ...(password !== undefined && { password }) });
    return {
      closed,
      ping: async () => void (await ask("ping", {})),
      send: async ({ place, text, idempotencyKey: key }) => {
        const { id } = await ask("send", { place, text, key });
        return id === undefined ? {} : { id };
      },
      ...(edits && {
        edit: async (change) => void (await ask("edit", change)),
        remove: async (change) => void (await ask("remove", change)),
      }),
      ...(confirms && {
        confirm: async ({ idempotencyKey: key }) => {
          const { sent, id } = await ask("confirm", { key });
          return sent === undefined ? "unknown" : { sent, ...(id !== undefined && { id }) };
        },
      }),
      close: async () => gone("The connection was closed"),
    };
  },
});
