import { useState } from "preact/hooks";
import { useSession } from "../session/session.ts";
import { absoluteText } from "../ui/time.tsx";
import { nextTheme, theme } from "./theme.ts";

/** Who is signed in, and how to sign out. */
export function Account() {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const { name, label, expiresAt } = session;
  return (
    <div class="stack" style={{ marginTop: "auto" }}>
      <p class="small muted" title={session.contextId}>
        Signed in as <bdi>{name}</bdi>
        {label !== name && (
          <>
            {" "}
            with the key <bdi>{label}</bdi>
          </>
        )}
        {expiresAt !== undefined && `, until ${absoluteText(expiresAt)}`}
      </p>
      <div class="row wrap">
        <button type="button" class="button" onClick={nextTheme}>
          {{ auto: "Colors: system", light: "Colors: light", dark: "Colors: dark" }[theme.value]}
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            void session.signOut().catch(() => {});
          }}
        >
          Sign out
        </button>
      </div>
    </div>
  );
}
