import { pageStyle } from "./docs-page/page-style.ts";

/** What the page does: takes the secret out of the link, which never leaves the browser but in this one request. */
export const setupScript = `
const form = document.querySelector("form");
const said = document.querySelector("[role=status]");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(form));
  const body = JSON.stringify({ ...given, secret: location.hash.slice(1) });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/manage/v1/setup", { method: "POST", headers, body });
  const { detail } = answer.ok ? { detail: "You are the owner now, and signed in." } : await answer.json();
  said.textContent = detail;
  if (answer.ok) form.hidden = true;
});
`;

/** Where the set-up link leads: the first owner gives their name, e-mail and password. */
export const setupPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Set up Weir</title>
<style>${pageStyle}
main { max-width: 400px; margin: 64px auto; padding: 0 16px; }
label { display: block; margin: 16px 0; }
input, button { display: block; width: 100%; margin-top: 4px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
button { margin-top: 24px; color: var(--surface); background: var(--accent); border-color: var(--accent); cursor: pointer; }
</style>
<main>
<h1>Set up Weir</h1>
<p>This makes the first owner. The link works once.</p>
<form>
<label>Your name <input name="name" required maxlength="100" autocomplete="name"></label>
<label>E-mail <input name="email" type="email" required autocomplete="username"></label>
<label>Password <input name="password" type="password" required minlength="12" autocomplete="new-password"></label>
<button>Make me the owner</button>
</form>
<p role="status"></p>
</main>
<script>${setupScript}</script>
</html>
`;
