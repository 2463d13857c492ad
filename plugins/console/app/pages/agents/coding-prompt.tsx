import type { CodingSession } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";

/** A field for the next prompt. Enter sends it, and Shift and Enter begins a line. */
export function CodingPrompt({ session }: { session: CodingSession }) {
  const { run } = useActions();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isQueued = session.turn !== undefined || session.waiting > 0;

  async function send(): Promise<void> {
    const prompt = text.trim();
    if (prompt === "" || isBusy) return;
    setBusy(true);
    const answer = await run(
      { operation: "agentx.sessions.send", input: { session: session.id, prompt } },
      // Sending is what the person asked for, and it is seen in the transcript at once.
      { showPlan: false },
    );
    if (answer !== undefined) setText("");
    setBusy(false);
  }

  return (
    <form
      class="coding-prompt"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        class="input"
        aria-label={`Prompt for ${session.agent}`}
        placeholder={isQueued ? "Write the next prompt. It waits for the turns before it." : "Write a prompt"}
        dir="auto"
        rows={2}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <button type="submit" class="button main" disabled={isBusy || text.trim() === ""}>
        {isQueued ? "Queue" : "Send"}
      </button>
    </form>
  );
}
