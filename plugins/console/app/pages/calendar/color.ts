import type { Calendar } from "@postern/client/api";

/**
 * The color of a calendar. Events mix it into the surface and keep the color of texts, so that every color has enough
 * contrast. Colors come from other servers too, so what is not a color is replaced.
 */
export function colorOf({ id, color }: Pick<Calendar, "id" | "color">): string {
  return color !== "" && CSS.supports("color", color) ? color : `hsl(${hueOf(id)} 65% 50%)`;
}

function hueOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) % 3_600;
  return hash % 360;
}
