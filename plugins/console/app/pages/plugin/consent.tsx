import type { AddedPage } from "../../session/added-pages.ts";
import { Rights } from "./rights.tsx";

/** Asks the viewer before a page of a plugin is loaded for the first time. */
export function Consent({ page, onAllow }: { page: AddedPage; onAllow: () => void }) {
  return (
    <div class="plugin-consent stack">
      <h2 dir="auto">Open "{page.title}"?</h2>
      <p>
        This page belongs to a plugin. It calls operations with your rights, within these limits. You are asked again
        when the plugin has another version or uses other operations.
      </p>
      <Rights page={page} />
      <div>
        <button type="button" class="button main" onClick={onAllow}>
          Open the page
        </button>
      </div>
    </div>
  );
}
