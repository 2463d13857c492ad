import { PosternError } from "@postern/client";
import { Command } from "./copy.tsx";

/** What went wrong, and what to do. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const found = error instanceof PosternError ? error : undefined;
  return (
    <div class="problem" role="alert">
      <p class="words" dir="auto">
        {found?.detail ?? textOf(error)}
      </p>
      {found?.fix !== undefined && <Command text={found.fix} />}
      {found?.requestId !== undefined && (
        <p class="small muted">
          {found.code}, request {found.requestId}
        </p>
      )}
      {onRetry && (
        <div>
          <button type="button" class="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
