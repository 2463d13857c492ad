import { useEffect, useState } from "preact/hooks";
import { forget, type Kept, readKept } from "./session/kept.ts";
import { isRefusedKey } from "./session/refused-key.ts";
import { type Session, SessionContext, startSession } from "./session/session.ts";
import { signInWithTicket, takeTicket } from "./session/sign-in.ts";
import { SignInPage } from "./session/sign-in-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { Problem } from "./ui/problem.tsx";
import { Toasts } from "./ui/toasts.tsx";

type State =
  | { readonly is: "starting" }
  | { readonly is: "signed out"; readonly reason?: string | undefined }
  | { readonly is: "failed"; readonly error: unknown }
  | { readonly is: "signed in"; readonly session: Session };

/** A key from the address or from before, then the pages for it. */
export function App() {
  const [state, setState] = useState<State>({ is: "starting" });

  async function start(kept: Kept): Promise<void> {
    const end = (reason?: string): void => setState({ is: "signed out", reason });
    try {
      setState({ is: "signed in", session: await startSession(kept, end) });
    } catch (error) {
      if (!isRefusedKey(error)) return setState({ is: "failed", error });
      forget();
      end("Your key has been revoked or has expired. Sign in again.");
    }
  }

  async function begin(): Promise<void> {
    const ticket = takeTicket();
    try {
      const kept = ticket === undefined ? readKept() : await signInWithTicket(ticket);
      if (kept) await start(kept);
      else setState({ is: "signed out" });
    } catch (error) {
      setState({ is: "signed out", reason: error instanceof Error ? error.message : String(error) });
    }
  }

  useEffect(() => {
    void begin();
  }, []);

  return (
    <>
      {state.is === "signed in" && (
        <SessionContext.Provider value={state.session}>
          <Shell />
        </SessionContext.Provider>
      )}
      {state.is === "signed out" && <SignInPage reason={state.reason} onKey={(kept) => void start(kept)} />}
      {state.is === "failed" && (
        <main class="sign-in">
          <h1>Postern</h1>
          <Problem error={state.error} onRetry={() => void begin()} />
        </main>
      )}
      <Toasts />
    </>
  );
}
