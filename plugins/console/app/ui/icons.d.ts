/** The inner markup of one icon: `vite.config.ts` takes it from the whole set. */
declare module "@iconify-json/lucide/icons.json?icon=*" {
  export const markup: string;
}
