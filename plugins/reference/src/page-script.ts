/// <reference lib="dom" />
/**
 * The script of the page with the operations: asks for a key, and shows the document that the gateway answers with it. The
 * key is kept in this tab only, and sent to this gateway only.
 */
declare const Scalar: { createApiReference(place: string, configuration: object): void };

const KEY = "postern-key";
const form = document.querySelector("form") as HTMLFormElement;
const field = form.elements.namedItem("key") as HTMLInputElement;
const message = document.querySelector("[role=status]") as HTMLElement;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show(field.value.trim());
});
document.querySelector("#leave")?.addEventListener("click", () => {
  sessionStorage.removeItem(KEY);
  location.reload();
});

// Before, the browser itself would send the form.
(form.querySelector("button") as HTMLButtonElement).disabled = false;
const known = sessionStorage.getItem(KEY);
if (known) void show(known);

async function show(key: string): Promise<void> {
  message.textContent = "Loading…";
  try {
    const [response] = await Promise.all([
      fetch("document", { headers: { authorization: `Bearer ${key}` }, cache: "no-cache" }),
      load("scalar.js"),
    ]);
    const answer = await response.json();
    if (response.status === 401) return forget("This key is not valid.");
    if (!response.ok) throw new Error(answer.detail);
    sessionStorage.setItem(KEY, key);
    document.body.className = "open";
    render(answer, key);
  } catch (error) {
    message.textContent = `The gateway does not answer: ${(error as Error).message}. Reload the page to try again.`;
  }
}

/** Runs a script of this page, once. */
function load(src: string): Promise<unknown> {
  const before = document.querySelector(`script[src="${src}"]`);
  const script = document.createElement("script");
  script.src = src;
  before?.remove();
  document.head.append(script);
  return new Promise((loaded, failed) => {
    script.onload = loaded;
    script.onerror = () => failed(new Error(`${src} could not be loaded`));
  });
}

function forget(reason: string): void {
  sessionStorage.removeItem(KEY);
  message.textContent = reason;
  field.focus();
}

/** Without anything that Scalar would ask of other hosts. */
function render(content: object, token: string): void {
  Scalar.createApiReference("#reference", {
    content,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: "",
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hiddenClients: true,
    customCss: ":root { --scalar-custom-header-height: 3rem; }",
    authentication: { preferredSecurityScheme: "key", securitySchemes: { key: { token } } },
  });
}
