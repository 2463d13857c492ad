import { useState } from "preact/hooks";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { useAudio } from "./read.ts";

const PROVIDERS = [
  ["local", "This machine"],
  ["voiceprovider", "Service"],
] as const;
type Provider = (typeof PROVIDERS)[number][0];

const PAGE = 100;

/** The voices of a provider. */
export function Voices() {
  const [provider, setProvider] = useState<Provider>("local");
  const [limit, setLimit] = useState(PAGE);
  const query = useAudio(`voices ${provider} ${limit}`, (client, signal) =>
    client.audio.voices.list({ provider, limit }, { signal }),
  );
  return (
    <div class="stack padded">
      <div class="row">
        <label class="row">
          Provider
          <select
            class="input"
            value={provider}
            onChange={(event) => setProvider(event.currentTarget.value as Provider)}
          >
            {PROVIDERS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={query}>
        {({ voices, nextOffset }) =>
          voices.length === 0 ? (
            <Empty text="The provider has no voices." />
          ) : (
            <>
              <Table label="Voices" columns={["Name", "Id", "Language", "Gender", "Engine"]}>
                {voices.map(({ id, name, lang, gender, engine }) => (
                  <tr key={id}>
                    <td dir="auto">{name}</td>
                    <td>
                      <code>{id}</code>
                    </td>
                    <td>{lang}</td>
                    <td>{gender}</td>
                    <td>{engine}</td>
                  </tr>
                ))}
              </Table>
              {nextOffset !== undefined && limit < 500 && (
                <div>
                  <button type="button" class="button" onClick={() => setLimit(500)}>
                    Show more
                  </button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
