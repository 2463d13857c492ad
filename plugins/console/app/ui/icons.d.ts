/** The shapes of one icon, as tags with their attributes: `vite.config.ts` takes it from the whole set. */
declare module "@iconify-json/lucide/icons.json?icon=*" {
  import type { IconParts } from "../ui/icon.tsx";

  export const parts: IconParts;
}
