import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { adapterKinds, permanent, refused } from "@postern/channels/services";
import { defineGroup, definePlugin, T } from "@postern/core";

const PERSON = /^[A-Za-z0-9_-]{1,64}$/;
const LONGEST = 2 ** 20;

/** The adapter kind: its configuration, the capabilities of its platform, and how it connects. */
export const letterbox = {
  id: "letterbox",
  title: "Letterbox",
  description: "Messages as text files in a folder, and answers in another folder",
  config: T.Object({
    folder: T.String({ minLength: 1, maxLength: 1_000, description: "Folder that contains `in` and `out`" }),
    every: T.Optional(
      T.Integer({ minimum: 10, maximum: 60_000, default: 200, description: "Polling interval in milliseconds" }),
    ),
  }),
  text: { most: 100_000, unit: "bytes" },
  flood: { burst: 100, every: 1, per: "adapter" },
  // The file of an answer is named after its idempotency key, so sending it twice writes the same file.
  idempotent: true,
  async open({ config, signal, log, receive }) {
    const box = resolve(config.folder);
    const inside = join(box, "in");
    const done = join(box, "done");
    const out = (place) => {
      if (!PERSON.test(place)) throw refused("The name of the person is not valid");
      return join(box, "out", place);
    };
    // A missing permission is not retried.
    await mkdir(inside, { recursive: true }).catch((error) => {
      throw error.code === "EACCES" ? permanent("The folder is not writable") : error;
    });

    async function take(person, name) {
      const from = join(inside, person, name);
      const { mtimeMs } = await stat(from);
      const letter = await read(from);
      // The letter is moved only after it is stored. A letter that is received twice is recognized by its id.
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
      log.debug({ person, disposition }, "Received a letter");
    }

    async function look() {
      for (const person of await readdir(inside))
        if (PERSON.test(person))
          for (const name of (await readdir(join(inside, person))).sort())
            if (name.endsWith(".txt") && !signal.aborted) await take(person, name);
    }

    async function poll() {
      while (!signal.aborted) {
        await look();
        await pause(config.every, undefined, { signal }).catch(() => {});
      }
      return { reason: "The adapter was closed" };
    }

    return {
      closed: poll().catch((error) => ({ reason: `The folder cannot be read (${error.code ?? error.message})` })),
      ping: () => access(inside),
      async send({ place, text, idempotencyKey }) {
        const folder = out(place);
        await mkdir(folder, { recursive: true });
        await put(join(folder, `${idempotencyKey}.txt`), text);
        return { id: `${place}/${idempotencyKey}` };
      },
      edit: ({ place, of, text }) => put(join(out(place), `${of.slice(place.length + 1)}.txt`), text),
      remove: ({ place, of }) => rm(join(out(place), `${of.slice(place.length + 1)}.txt`), { force: true }),
      // Polling ends with the signal.
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

/** Writes the file atomically. */
async function put(path, text) {
  await writeFile(`${path}.part`, `${text}\n`);
  await rename(`${path}.part`, path);
}

const group = defineGroup("letterbox", { title: "Letterbox", needs: { kinds: adapterKinds } });

/** The plugin that registers the adapter kind. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup({ services }) {
    services.kinds.register(letterbox);
  },
});
