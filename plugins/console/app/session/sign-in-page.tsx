import { PosternError } from "@postern/client";
import { useEffect, useState } from "preact/hooks";
import { Brand } from "../ui/brand.tsx";
import { Command } from "../ui/copy.tsx";
import { Problem } from "../ui/problem.tsx";
import type { Kept } from "./kept.ts";
import { isRefusedKey } from "./refused-key.ts";
import { signInWithKey } from "./sign-in.ts";

/** Where a person without a session signs in. `reason` says why the last one ended. */
export function SignInPage({ reason, onKey }: { reason: string | undefined; onKey: (kept: Kept) => void }) {
  const [key, setKey] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = "Sign in · Postern";
  }, []);

  async function submit(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      onKey(await signInWithKey(key.trim()));
    } catch (refused) {
      setError(
        isRefusedKey(refused) && refused instanceof PosternError ? new Error("This key is not valid.") : refused,
      );
      setBusy(false);
    }
  }

  return (
    <main class="sign-in">
      <h1>
        <Brand />
      </h1>
      {reason !== undefined && <p role="status">{reason}</p>}
      <p>Sign in from a terminal on the machine of the gateway:</p>
      <Command text="postern open" />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="field">
          <label for="key">Or paste a key</label>
          <input
            id="key"
            class="input"
            type="password"
            autocomplete="off"
            required
            placeholder="rctx_…"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          <div class="hint">
            The console derives its own key from it. That key expires after 12 hours or when you sign out.
          </div>
        </div>
        <div>
          <button type="submit" class="button main" disabled={isBusy}>
            Sign in
          </button>
        </div>
      </form>
      {error !== undefined && <Problem error={error} />}
    </main>
  );
}
