/**
 * Sizes are in rem, so that the page follows the reader's font size. Contrast is at least 4.5 in both color
 * schemes.
 */
export const PAGE_CSS = `
:root {
	color-scheme: light dark;
	--text: #1b1f24; --quiet: #57606a; --page: #f2f4f6; --card: #fff; --line: #6e7781;
	--go: #17663a; --on-go: #fff; --error: #b3261e; --focus: #0b57d0;
}
@media (prefers-color-scheme: dark) {
	:root {
		--text: #eceff2; --quiet: #b4bcc6; --page: #111418; --card: #1c2026; --line: #8b949e;
		--go: #86d9a5; --on-go: #06280f; --error: #ffb4ab; --focus: #a8c7fa;
	}
}
* { box-sizing: border-box; }
html {
	background: var(--page); color: var(--text);
	font: 100%/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100%;
}
body { margin: 0; padding: 1rem .75rem; overflow-wrap: anywhere; }
/* Built-in texts too, which may be in a language that runs the other way. */
[dir=rtl] > body { text-align: right; }
main {
	max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.25rem;
	background: var(--card); border-radius: .75rem;
}
main > :last-child { margin-bottom: 0; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
.text, dd { white-space: pre-wrap; }
.quiet, dt { color: var(--quiet); }
pre {
	margin: 0 0 1rem; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem;
	font: .875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; text-align: left;
}
dl, dd, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
dd { margin-bottom: 1rem; font-weight: 600; }
form { margin-top: 1.5rem; }
legend, label { padding: 0; font-weight: 600; }
textarea {
	display: block; width: 100%; margin: .5rem 0; padding: .625rem; resize: vertical;
	border: 2px solid var(--line); border-radius: .5rem;
	background: var(--card); color: var(--text); font: inherit;
}
.choice {
	display: flex; gap: .75rem; margin-top: .5rem; padding: .75rem; cursor: pointer;
	border: 1px solid var(--line); border-radius: .5rem; font-weight: 400;
}
.choice:has(:checked) { outline: 2px solid var(--go); }
.choice:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.choice:has(:focus-visible) input { outline: none; }
.choice span { min-width: 0; }
input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem 0; accent-color: var(--go); }
button {
	display: block; width: 100%; min-height: 3rem; margin-top: 1rem; padding: .625rem 1rem;
	border: 2px solid var(--line); border-radius: .5rem; cursor: pointer;
	background: var(--card); color: var(--text); font: inherit; font-weight: 600;
	overflow-wrap: anywhere;
}
.main { border-color: var(--go); background: var(--go); color: var(--on-go); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.error {
	padding-inline-start: .75rem; border-inline-start: .25rem solid;
	color: var(--error); font-weight: 600;
}
[aria-invalid] { border-color: var(--error); }
@media (forced-colors: active) { .main { border-width: 4px; } }
`;
