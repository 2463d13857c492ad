import { effect, signal } from "@preact/signals";

type Theme = "auto" | "light" | "dark";

const KEY = "postern-theme";
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

const kept = localStorage.getItem(KEY) as Theme;

/** The colours that the person chose; those of the system by default. */
export const theme = signal<Theme>(THEMES.includes(kept) ? kept : "auto");

effect(() => {
  if (theme.value === "auto") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(KEY, theme.value);
  }
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "auto";
}
