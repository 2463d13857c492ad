import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { adapterKinds, permanent, refused } from "@postern/channels/services";
import { defineGroup, definePlugin, T } from "@postern/core";

const PERSON = /^[A-Za-z0-9_-]{1,64}$/;
const LONGEST = 2 ** 20;

/** The kind: what its adapters are configured with, what its platform can do, and how one connects. */
export const letterbox = {
  id: "letterbox",
  title: "Letterbox",
  description: "Letters that people drop in a folder as files, and answers that they find in another.",
  config: T.Object({
    folder: T.String({ minLength: 1, maxLength: 1_000, description: "Where `in` and `out` are" }),
    every: T.Optional(
      T.Integer({ minimum: 10, maximum: 60_000, default: 200, description: "Milliseconds between looks" }),
    ),
  }),
  text: { most: 100_000, unit: "bytes" },
  flood: { burst: 100, every: 1, per: "adapter" },
  // An answer's file is named by its idempotency key: sent twice, it is the same file.
  idempotent: true,
  async open({ config, signal, log, receive }) {
    const box = resolve(config.folder);
    const inside = join(box, "in");
    const done = join(box, "done");
    const out = (place) => {
      if (!PERSON.test(place)) throw refused("A letterbox has no such person");
      return join(box, "out", place);
    };
    // A folder that may not be written to stays so until somebody changes that.
    await mkdir(inside, { recursive: true }).catch((error) => {
      throw error.code === "EACCES" ? permanent("The folder may not be written to") : error;
    });

    async function take(person, name) {
      const from = join(inside, person, name);
      const { mtimeMs } = await stat(from);
      const letter = await read(from);
      // Resolves once it is stored: only then the letter leaves the box. Taken in twice, it would be known by its id.
      const { disposition } = await receive({
        type: "message",
        id: `${person}/${name}@${mtimeMs}`,
        place: { id: person, kind: "dm", title: person },
        sender: { id: person },
        at: Math.trunc(mtimeMs),
        text: letter,
      });
      await mkdir(join(done, person), { recursive: true });
      await rename(from, join(done, person, name));
      log.debug({ person, disposition }, "A letter was taken in");
    }

    async function look() {
      for (const person of await readdir(inside))
        if (PERSON.test(person))
          for (const name of (await readdir(join(inside, person))).sort())
            if (name.endsWith(".txt") && !signal.aborted) await take(person, name);
    }

    async function goOn() {
      while (!signal.aborted) {
        await look();
        await pause(config.every, undefined, { signal }).catch(() => {});
      }
      return { reason: "It was closed" };
    }

    return {
      closed: goOn().catch((error) => ({ reason: `The box cannot be read (${error.code ?? error.message})` })),
      ping: () => access(inside),
      async send({ place, text, idempotencyKey }) {
        const folder = out(place);
        await mkdir(folder, { recursive: true });
        await put(join(folder, `${idempotencyKey}.txt`), text);
        return { id: `${place}/${idempotencyKey}` };
      },
      edit: ({ place, of, text }) => put(join(out(place), `${of.slice(place.length + 1)}.txt`), text),
      remove: ({ place, of }) => rm(join(out(place), `${of.slice(place.length + 1)}.txt`), { force: true }),
      // The look that goes on ends with the signal.
      close: async () => {},
    };
  },
};

async function read(path) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST), 0, LONGEST, 0);
    return buffer.toString("utf8", 0, bytesRead).trimEnd();
  } finally {
    await file.close();
  }
}

/** Whole or not at all: nobody reads half of an answer. */
async function put(path, text) {
  await writeFile(`${path}.part`, `${text}\n`);
  await rename(`${path}.part`, path);
}

const group = defineGroup("letterbox", { title: "Letterbox", needs: { kinds: adapterKinds } });

/** The plugin that offers the kind. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup({ services }) {
    services.kinds.register(letterbox);
  },
});
