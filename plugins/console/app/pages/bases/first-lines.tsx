/** The beginning of a file, as cells. */
export function FirstLines({ lines: [names = [], ...lines] }: { lines: readonly string[][] }) {
  return (
    <details open>
      <summary>First lines</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section class="scroll-x" tabIndex={0} aria-label="First lines">
        <table class="table small">
          <thead>
            <tr>
              {names.map((name, at) => (
                <th key={`${at} ${name}`} scope="col" dir="auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((cells, at) => (
              <tr key={`${at} ${cells[0]}`}>
                {cells.map((cell, column) => (
                  <td key={`${column} ${cell}`} dir="auto">
                    {cell.slice(0, 100)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
