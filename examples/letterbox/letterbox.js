import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { adapterKinds, permanent, refused } from "@postern/channels/services";
import { defineGroup, definePlugin, T } from "@postern/core";

const PERSON = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_LENGTH = 2 ** 20;

/** The kind: the configuration of its adapters, the capabilities of the platform, and how to connect. */
export const letterbox = {
  id: "letterbox",
  title: "Letterbox",
  description: "Receives letters as files in one folder and writes answers to another.",
  config: T.Object({
    folder: T.String({ minLength: 1, maxLength: 1_000, description: "The folder that contains `in` and `out`" }),
    every: T.Optional(
      T.Integer({
        minimum: 10,
        maximum: 60_000,
        default: 200,
        description: "Milliseconds between checks for new letters",
      }),
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
      if (!PERSON.test(place)) throw refused("Invalid person: a name has 1 to 64 letters, digits, _ or -");
      return join(box, "out", place);
    };
    // Missing permissions are permanent: retrying cannot help until somebody changes them.
    await mkdir(inside, { recursive: true }).catch((error) => {
      throw error.code === "EACCES" ? permanent("The folder is not writable") : error;
    });

    async function receiveLetter(person, name) {
      const from = join(inside, person, name);
      const { mtimeMs } = await stat(from);
      const letter = await read(from);
      // Resolves when the letter is stored: only then is it moved. A repeated letter is recognized by its id.
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
      log.debug({ person, disposition }, "A letter was received");
    }

    async function readLetters() {
      for (const person of await readdir(inside))
        if (PERSON.test(person))
          for (const name of (await readdir(join(inside, person))).sort())
            if (name.endsWith(".txt") && !signal.aborted) await receiveLetter(person, name);
    }

    async function run() {
      while (!signal.aborted) {
        await readLetters();
        await pause(config.every, undefined, { signal }).catch(() => {});
      }
      return { reason: "The letterbox was closed" };
    }

    return {
      closed: run().catch((error) => ({ reason: `The folder cannot be read (${error.code ?? error.message})` })),
      ping: () => access(inside),
      async send({ place, text, idempotencyKey }) {
        const folder = out(place);
        await mkdir(folder, { recursive: true });
        await writeAtomically(join(folder, `${idempotencyKey}.txt`), text);
        return { id: `${place}/${idempotencyKey}` };
      },
      edit: ({ place, of, text }) => writeAtomically(join(out(place), `${of.slice(place.length + 1)}.txt`), text),
      remove: ({ place, of }) => rm(join(out(place), `${of.slice(place.length + 1)}.txt`), { force: true }),
      // The signal ends the loop.
      close: async () => {},
    };
  },
};

async function read(path) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_LENGTH), 0, MAX_LENGTH, 0);
    return buffer.toString("utf8", 0, bytesRead).trimEnd();
  } finally {
    await file.close();
  }
}

/** Writes a file atomically, so that nobody reads half of an answer. */
async function writeAtomically(path, text) {
  await writeFile(`${path}.part`, `${text}\n`);
  await rename(`${path}.part`, path);
}

const group = defineGroup("letterbox", { title: "Letterbox", needs: { kinds: adapterKinds } });

/** The plugin that provides the kind. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup({ services }) {
    services.kinds.register(letterbox);
  },
});
