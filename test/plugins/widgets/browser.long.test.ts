import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "@postern/core/server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { launch } from "../console/browser.ts";
import { openGateway } from "./gateway.ts";

let browser: Browser;
beforeAll(async () => {
  if (has("chromium")) browser = await launch();
});
afterAll(() => browser?.close());

/** The time in which a browser would send what it is not allowed to send. It does not report that it sends nothing. */
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A server that a widget tries to reach. It records everything that arrives. */
async function openListener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.setHeader("access-control-allow-origin", "*");
    response.end("heard");
  });
  server.on("upgrade", ({ url }, socket) => {
    heard.push(`UPGRADE ${url}`);
    socket.destroy();
  });
  server.on("connection", () => heard.push("a connection"));
  const udp = createSocket("udp4", () => heard.push("a datagram"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    udp.close();
  });
  const { port } = server.address() as AddressInfo;
  return { heard, url: `http://127.0.0.1:${port}`, stun: `stun:127.0.0.1:${udp.address().port}` };
}

/** Older browsers cannot block WebRTC and speculative connections, before they block the request. */
function leaked(heard: readonly string[]): readonly string[] {
  const [major = 0] = browser.version().split(".").map(Number);
  return heard.filter((what) => major >= 156 || !/^a (datagram|connection)$/.test(what));
}

/** Publishes a widget on a listening gateway, and opens it in a browser by its link. */
async function openWidget(files: Record<string, string>, path = "") {
  const setup = await openGateway();
  const listening = await listen(setup.gateway, { port: 0 });
  onTestFinished(() => listening.close({ grace: 0 }));
  const answer = await setup.publish("w", files);
  expect(answer.diagnostics.filter(({ severity }: { severity: string }) => severity === "error")).toEqual([]);
  const { url } = await setup.post("link", { ref: "org/w" });
  const link = listening.url + new URL(url).pathname + path;
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  const said: string[] = [];
  tab.on("console", (message) => said.push(message.text()));
  await tab.goto(link);
  const frame = tab.frames()[1];
  if (!frame) throw new Error("There is no frame");
  return { ...setup, tab, frame, said, link, origin: listening.url };
}

const whole = (head: string, body: string) =>
  `<!doctype html>\n<html lang="en"><head><title>W</title>${head}</head><body>${body}</body></html>`;

describe.skipIf(!has("chromium"))("in a browser (skipped without chromium)", () => {
  it("a widget runs with all its own files", async () => {
    const { frame, tab } = await openWidget({
      "widget.json": '{"name":"My widget"}',
      "widget.html": whole(
        '<link rel="stylesheet" href="css/style.css">',
        `<p id="p">Hello</p><img id="i" alt="" src="img/dot.svg"><iframe title="more" src="more.html"></iframe>
         <form id="f"><input name="a" value="1" aria-label="a"><button type="submit">Go</button></form>
         <script src="./classic.js"></script><script type="module" crossorigin src="./module.js"></script>
         <script>document.getElementById("f").addEventListener("submit", (e) => { e.preventDefault(); window.sent = new FormData(e.target).get("a"); });</script>`,
      ),
      "css/style.css": '@font-face { font-family: x; src: url("x.woff2"); } p { color: rgb(1, 2, 3); }',
      "css/x.woff2": "no font, but a file",
      "img/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"></svg>',
      "classic.js": "window.classic = true;",
      "module.js":
        'import { word } from "./deep/word.mjs"; window.word = word; window.data = await (await fetch("data.json")).json();',
      "deep/word.mjs": 'export const word = "hello";',
      "data.json": '{"a":1}',
      "more.html": whole("", "<script>document.title = new Function('return 6 * 7')();</script>"),
    });
    expect(await tab.title()).toBe("My widget");
    await frame.waitForFunction("window.data !== undefined");
    expect(await frame.evaluate("[window.classic, window.word, window.data]")).toEqual([true, "hello", { a: 1 }]);
    expect(await frame.evaluate("getComputedStyle(document.getElementById('p')).color")).toBe("rgb(1, 2, 3)");
    expect(await frame.evaluate("document.getElementById('i').naturalWidth")).toBe(3);
    expect(await tab.frames()[2]?.title()).toBe("42");
    await frame.click("button");
    expect(await frame.evaluate("window.sent")).toBe("1");
  });

  it("a widget that tries everything gets nothing and sends nothing", async () => {
    const { heard, url, stun } = await openListener();
    const { frame, tab, link, admin } = await openWidget({ "widget.html": greedy(url, stun) });
    await frame.waitForFunction("window.done === true");
    const out = (await frame.evaluate("window.out")) as Record<string, string>;
    for (const [attempt, outcome] of Object.entries(out))
      expect([attempt, outcome]).toEqual([attempt, expect.stringMatching(/^(refused|nothing)/)]);
    expect(Object.keys(out).length).toBeGreaterThan(25);
    // Then it tries to navigate away, which any top-level document could.
    for (const way of ["location = URL", "location.replace(URL)", "document.getElementById('leave').click()"]) {
      await tab.goto(link);
      await tab
        .frames()[1]
        ?.evaluate(way.replace("URL", JSON.stringify(`${url}/leave`)))
        .catch(() => {});
      await wait(300);
    }
    expect(tab.url()).toBe(link);
    expect(await tab.title()).toBe("w");
    expect(tab.context().pages()).toHaveLength(1);
    expect(await tab.context().cookies()).toEqual([]);
    expect(leaked(heard)).toEqual([]);
    expect((await admin.post("widgets.list", {})).body.total).toBe(1);
  });

  it.each([
    ["a meta refresh", (url: string) => whole(`<meta http-equiv="refresh" content="0;url=${url}/refresh">`, "x")],
    [
      "a form that submits itself",
      (url: string) =>
        whole("", `<form id="f" method="post" action="${url}/form"><input name="a"></form><script>f.submit()</script>`),
    ],
    [
      "a base on another host",
      (url: string) =>
        whole(`<base href="${url}/">`, '<script>fetch("data.json").catch(() => {})</script><img alt="" src="img.png">'),
    ],
    [
      "a nested page that navigates away",
      (url: string) =>
        whole(
          "",
          `<iframe srcdoc="<script>location = '${url}/srcdoc'</script>"></iframe><script>const i = document.createElement("iframe"); document.body.append(i); try { i.contentWindow.location = "${url}/inner"; } catch {}</script>`,
        ),
    ],
    [
      "an image that is a page",
      (url: string) =>
        whole(
          "",
          `<object data="data:text/html,<script>fetch('${url}/object')</script>"></object><embed src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${url}/svg'/></svg>">`,
        ),
    ],
  ])("%s reaches nothing", async (_, make) => {
    const { heard, url } = await openListener();
    const { tab, link } = await openWidget({ "widget.html": make(url) });
    await wait(1_000);
    expect(leaked(heard)).toEqual([]);
    expect(tab.url()).toBe(link);
  });

  it("another of its pages is opened in the frame too, and cannot navigate away", async () => {
    const { heard, url } = await openListener();
    const files = {
      "widget.html": whole("", "x"),
      "away.html": whole("", `<script>location = "${url}/away"</script>`),
    };
    const { tab, link } = await openWidget(files, "away.html");
    await wait(700);
    expect([tab.url(), leaked(heard)]).toEqual([link, []]);
  });

  it("a widget reaches neither the gateway's operations nor another widget", async () => {
    const { frame, post, publish, origin } = await openWidget({ "widget.html": whole("", "x") });
    await publish("other", { "widget.html": whole("", "x"), "data.json": '"other"' });
    const other = origin + new URL((await post("link", { ref: "org/other" })).url).pathname;
    for (const address of [`${other}data.json`, `${origin}/health`, `${origin}/api/v1/widgets/list`]) {
      const ask = (how: string) =>
        frame.evaluate(`fetch(${JSON.stringify(address)}, ${how}).then((a) => a.text()).catch((e) => "refused")`);
      expect([address, await ask("{}"), await ask('{ method: "POST", body: "{}" }')]).toEqual([
        address,
        "refused",
        "refused",
      ]);
    }
  });
});

/** A page that tries everything and records the results. */
function greedy(url: string, stun: string): string {
  const ws = url.replace("http", "ws");
  return whole(
    `<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="prefetch" href="${url}/prefetch">
     <link rel="prerender" href="${url}/prerender">
     <script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}/spec"],"eagerness":"immediate"}]}</script>
     <style>@import url("${url}/import"); body { background: url(${url}/background); }
       @font-face { font-family: far; src: url(${url}/font); } p { font-family: far; }</style>`,
    `<p>x</p><a id="leave" href="${url}/link" ping="${url}/ping">x</a><a id="top" target="_top" href="${url}/top">x</a>
     <img alt="" src="${url}/img"><video src="${url}/video" poster="${url}/poster"></video><audio src="${url}/audio"></audio>
     <iframe title="x" src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed">
     <svg><image href="${url}/svg"></image></svg>
     <iframe title="x" srcdoc="<script>fetch('${url}/srcdoc')</script><img src='${url}/srcdoc-img'>"></iframe>
<script>
const out = {};
const note = (name, value) => { out[name] = value; };
/** What throws, rejects or fires an error was refused. */
async function attempt(name, work) {
  try {
    const got = await Promise.race([work(), new Promise((r) => setTimeout(r, 1500, "nothing came"))]);
    note(name, got === undefined || got === null || got === false ? "nothing" : String(got));
  } catch (error) { note(name, "refused: " + error); }
}
const fired = (target, good) => new Promise((resolve, reject) => {
  target.addEventListener(good, () => resolve("it " + good + "s"));
  target.addEventListener("error", () => reject(new Error("error")));
});
const made = (tag, set) => { const e = document.createElement(tag); Object.assign(e, set); const f = fired(e, "load"); document.body.append(e); return f; };
const all = [
  attempt("fetch", () => fetch("${url}/fetch")),
  attempt("fetch no-cors", () => fetch("${url}/no-cors", { mode: "no-cors", keepalive: true })),
  attempt("xhr", () => { const x = new XMLHttpRequest(); x.open("GET", "${url}/xhr"); x.send(); return fired(x, "load"); }),
  attempt("beacon", () => { navigator.sendBeacon("${url}/beacon", "x"); }),
  attempt("websocket", () => fired(new WebSocket("${ws}/ws"), "open")),
  attempt("eventsource", () => fired(new EventSource("${url}/events"), "open")),
  attempt("webtransport", () => new WebTransport("https://127.0.0.1:9/").ready),
  attempt("image", () => made("img", { src: "${url}/new-img" })),
  attempt("script", () => made("script", { src: "${url}/script" })),
  attempt("module", () => import("${url}/module")),
  attempt("style", () => made("link", { rel: "stylesheet", href: "${url}/style" })),
  attempt("prefetch", () => made("link", { rel: "prefetch", href: "${url}/late-prefetch" })),
  attempt("worker", () => fired(new Worker("${url}/worker"), "message")),
  attempt("blob worker", () => fired(new Worker(URL.createObjectURL(new Blob(["fetch('${url}/blob').then(() => postMessage(1))"]))), "message")),
  attempt("shared worker", () => fired(new SharedWorker("data:text/javascript,1").port, "message")),
  attempt("service worker", () => navigator.serviceWorker.register("sw.js")),
  attempt("popup", () => window.open("${url}/popup")),
  attempt("top link", () => { document.getElementById("top").click(); }),
  attempt("ping", () => { const a = document.getElementById("leave"); a.addEventListener("click", (e) => e.preventDefault(), { once: true }); a.click(); }),
  attempt("top location", () => { top.location = "${url}/top-location"; }),
  attempt("parent document", () => parent.document.title),
  attempt("parent location", () => parent.location.href),
  attempt("frame element", () => window.frameElement),
  attempt("opener", () => window.opener),
  attempt("local storage", () => localStorage.setItem("a", "b")),
  attempt("session storage", () => sessionStorage.setItem("a", "b")),
  attempt("cookies", () => { document.cookie = "a=b"; return document.cookie; }),
  attempt("indexed db", () => new Promise((resolve, reject) => { const r = indexedDB.open("x"); r.onsuccess = () => resolve("open"); r.onerror = () => reject(r.error); })),
  attempt("caches", () => caches.open("x")),
  attempt("files of the browser", () => navigator.storage.getDirectory()),
  attempt("camera", () => navigator.mediaDevices.getUserMedia({ video: true })),
  attempt("position", () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
  attempt("clipboard", () => navigator.clipboard.readText()),
  attempt("dialog", () => confirm("?")),
  attempt("payment", () => new PaymentRequest([{ supportedMethods: "${url}/pay" }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).show()),
  attempt("webrtc", async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: "${stun}" }] });
    peer.createDataChannel("x");
    await peer.setLocalDescription(await peer.createOffer());
    // The time in which a browser would reach the server.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }),
];
Promise.all(all).then(() => { window.out = out; window.done = true; });
</script>`,
  );
}
