/** The style of our pages. Its rules name our own classes: Scalar has its own style for what it shows. */
export const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent); --link: light-dark(#245a96, #8fbdf0); }
body { margin: 0; background: Canvas; color: CanvasText; }
.bar, .text, .list { font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
.bar :focus-visible, .text :focus-visible, .list :focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.bar { position: sticky; top: 0; z-index: 10; background: Canvas; box-sizing: border-box; height: 3rem; display: flex; gap: 1.25rem; align-items: center; padding: 0.25rem 1.25rem; border-bottom: 1px solid var(--line); }
.bar { white-space: nowrap; overflow-wrap: normal; }
.bar a { color: inherit; text-decoration: none; }
.bar a:hover, .bar a[aria-current] { text-decoration: underline; text-underline-offset: 0.3em; }
.bar .home { display: flex; gap: 0.5rem; align-items: center; font-weight: 600; }
.bar button { margin-left: auto; display: none; font: inherit; font-size: 0.875rem; padding: 0.2rem 0.6rem; }
.open .bar button { display: block; }
.open .intro { display: none; }
.text button, .text input { font: inherit; padding: 0.4rem 0.75rem; }
.bar button, .text button, .text input { border: 1px solid color-mix(in srgb, currentColor 45%, transparent); border-radius: 0.4rem; background: transparent; color: inherit; }
.bar button, .text button { cursor: pointer; }
.intro { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.intro form { display: grid; gap: 0.5rem; margin: 1.5rem 0; }
.guides { display: grid; grid-template-columns: 15rem minmax(0, 46rem); gap: 2.5rem; max-width: 66rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.list { font-size: 0.95rem; }
.list h2 { font-size: 0.8rem; letter-spacing: 0.04em; text-transform: uppercase; margin: 1.25rem 0 0.25rem; }
.list h2:first-child { margin-top: 0.4rem; }
.list ul { list-style: none; margin: 0; padding: 0; }
.list a { display: block; padding: 0.15rem 0; text-decoration: none; color: inherit; }
.list a:hover { text-decoration: underline; }
.list a[aria-current] { font-weight: 600; }
.text h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 1rem; }
.text h2 { font-size: 1.25rem; margin: 2.25rem 0 0.75rem; }
.text h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
.text a { color: var(--link); }
.text pre { padding: 0.85rem 1rem; border-radius: 0.5rem; overflow-x: auto; background: color-mix(in srgb, currentColor 7%, transparent); line-height: 1.45; }
.text code { font: 0.88em ui-monospace, monospace; }
.text .table { overflow-x: auto; margin: 1rem 0; }
.text table { border-collapse: collapse; font-size: 0.95rem; }
.text th, .text td { text-align: left; vertical-align: top; padding: 0.4rem 0.9rem 0.4rem 0; border-bottom: 1px solid var(--line); }
.text td { min-width: 8rem; }
@media (max-width: 56rem) {
  .guides { display: flex; flex-direction: column-reverse; }
  .bar { gap: 0.9rem; padding: 0.25rem 0.9rem; }
  .bar .home span { display: none; }
  .list { border-top: 1px solid var(--line); padding-top: 1rem; }
}
`;
