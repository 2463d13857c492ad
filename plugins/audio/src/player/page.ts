/** Style and markup of the player page. */
export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
label { display: block; margin: 0 0 1rem; }
input { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; margin-top: 0.25rem; }
button { font: inherit; padding: 0.4rem 1rem; cursor: pointer; }
audio { display: block; width: 100%; margin: 0.5rem 0; }
blockquote { margin: 0; padding: 0.5rem 1rem; border-left: 0.25rem solid; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; overflow: auto; }
ol { list-style: none; margin: 0; padding: 0; }
li { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: 0.35rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
footer { display: flex; gap: 0.5rem; margin-top: 1.5rem; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
[hidden] { display: none; }
`;

export const markup = `
<main>
<h1>Postern player</h1>
<p id="status" role="status" aria-live="polite">Enter a key that can read and write audio.</p>
<form id="enter">
<label>Key <input id="key" type="password" required autocomplete="off" spellcheck="false" autocapitalize="off" autofocus></label>
<label>Name of this client <input id="client" required maxlength="128" pattern="[A-Za-z0-9][A-Za-z0-9._~:\\-]*" autocomplete="off" spellcheck="false"></label>
<button>Listen</button>
</form>
<section id="room" hidden>
<div id="now" hidden>
<blockquote id="text" tabindex="0" aria-label="Text"></blockquote>
<audio id="audio" controls></audio>
<button id="skip" type="button">Skip</button>
</div>
<h2 id="next">Next</h2>
<ol id="list" aria-labelledby="next"></ol>
<footer><button id="leave" type="button">Stop listening</button></footer>
</section>
<noscript>The player needs JavaScript.</noscript>
</main>
`;
