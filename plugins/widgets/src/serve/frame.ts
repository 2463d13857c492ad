const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The page around a widget: only a frame with one of its documents. */
export function framePage(name: string, source: string, isOpen: boolean): string {
  const rights = `allow-scripts allow-forms${isOpen ? " allow-popups allow-popups-to-escape-sandbox" : ""}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; } html { overflow: hidden; }</style>
</head>
<body><iframe title="${escaped(name)}" src="${escaped(source)}" sandbox="${rights}" referrerpolicy="no-referrer"></iframe></body>
</html>
`;
}
