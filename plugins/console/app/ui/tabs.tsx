import { Link } from "./link.tsx";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly path: string; readonly label: string }[];
  /** The path of the tab that is shown. */
  readonly current: string;
}

/** The parts of a page, as links. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.path} to={tab.path} aria-current={tab.path === current ? "page" : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
