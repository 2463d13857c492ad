import { place } from "../../router.ts";
import { BaseList } from "./base-list.tsx";
import { BasePage } from "./base-page.tsx";
import "./bases.css";

/** The bases, or one of them: `bases/base_…`, `bases/base_…/charts`. */
export function BasesPage() {
  const [, id, tab] = place.value.parts;
  return id === undefined ? <BaseList /> : <BasePage key={id} id={id} tab={tab} />;
}
