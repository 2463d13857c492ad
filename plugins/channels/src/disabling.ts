import { type Caller, omitUndefined, type Reads, T, type Transacting } from "@postern/core";
import { hasCreatorEnded, setUpBy } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { type Context, currentAdapter, ownAdapterOf, planSettings, putAdapter } from "./adapter.ts";
import { ChangedAdapter } from "./changed-adapter.ts";
import { AdapterNotFound } from "./errors.ts";
import { adapterDisabled, adapterEnabled } from "./events.ts";
import { Adapter, AdapterId } from "./schemas.ts";

/** What the operations that enable and disable an adapter share. */
export const disabling = (isDisabled: boolean) => ({
  input: T.Object({ id: AdapterId }),
  output: isDisabled ? T.Object({ adapter: described(Adapter, "The adapter") }) : ChangedAdapter,
  errors: [AdapterNotFound],
  examples: [{ title: `${isDisabled ? "Disable" : "Enable"} an adapter`, input: { id: "irc" } }],
  resource: ({ id }: { id: string }) => id,
  async plan(ctx: Context & { now: number }, { id }: { id: string }) {
    const before = await ownAdapterOf(ctx, id);
    // Whoever continues it could have set it up: otherwise a narrower key would use the connection of the one that ended.
    if (!isDisabled && (await hasCreatorEnded(ctx.store, before, ctx.now)))
      await planSettings(ctx, { ...before, isNamed: true });
    return { summary: `${isDisabled ? "Disable" : "Enable"} adapter ${id}` };
  },
  async undo(ctx: { store: Reads; caller: Caller }, _plan: unknown, { id }: { id: string }) {
    const { isDisabled: wasDisabled = false } = await ownAdapterOf(ctx, id);
    if (isDisabled === wasDisabled) return undefined;
    return { operation: `channels.adapters.${isDisabled ? "enable" : "disable"}`, input: { id } };
  },
  async execute(ctx: Transacting & { caller: Caller }, _plan: unknown, { id }: { id: string }) {
    const { store, caller, now, number, emit } = ctx;
    const before = await ownAdapterOf(ctx, id);
    // Enabling an enabled adapter restarts it: a failed one may connect now.
    if (isDisabled && before.isDisabled) return { adapter: await currentAdapter(store, before, now) };
    const isContinued = !isDisabled && (await hasCreatorEnded(store, before, now));
    const who = isContinued ? await setUpBy(store, caller) : {};
    const record = omitUndefined({ ...before, ...who, isDisabled: isDisabled || undefined, updatedAt: now, number });
    await putAdapter(ctx, record);
    const adapter = await currentAdapter(store, record, now);
    emit(isDisabled ? adapterDisabled : adapterEnabled, { adapter });
    return { adapter };
  },
});
