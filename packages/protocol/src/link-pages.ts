import { pageStyle } from "./docs-page/page-style.ts";

/**
 * The pages that links in mails and in the terminal lead to: a form each. The secret stands behind the # of the link,
 * which browsers send to nobody; the page sends it along with what was filled in, once.
 */
export interface LinkPage {
  readonly path: string;
  readonly title: string;
  readonly intro: string;
  readonly fields: readonly LinkField[];
  readonly button: string;
  readonly done: string;
  /** Where the form goes, with the secret in the path where `{secret}` stands, else in the body under this key. */
  readonly request: string;
  readonly secretKey: string | null;
}

interface LinkField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
}

const name: LinkField = { name: "name", label: "Your name", type: "text", autocomplete: "name" };
const email: LinkField = { name: "email", label: "E-mail", type: "email", autocomplete: "username" };
const password: LinkField = {
  name: "password",
  label: "Password, ten characters or more",
  type: "password",
  autocomplete: "new-password",
};

export const linkPages: readonly LinkPage[] = [
  {
    path: "/setup",
    title: "Set up Weir",
    intro: "This makes the first owner. The link works once.",
    fields: [name, email, password],
    button: "Make me the owner",
    done: "You are the owner now, and signed in.",
    request: "/api/manage/v1/setup",
    secretKey: "secret",
  },
  {
    path: "/reset-password",
    title: "Set a new password",
    intro: "The link works once. Everybody who is signed in as you is signed out.",
    fields: [password],
    button: "Set the password",
    done: "The password is set.",
    request: "/api/manage/v1/password-resets/{secret}",
    secretKey: null,
  },
  {
    path: "/invitation",
    title: "Join on Weir",
    intro: "You were invited. If you have an account here and are signed in, leave the fields empty.",
    fields: [name, password],
    button: "Join",
    done: "You are a member now.",
    request: "/api/manage/v1/invitations/accept",
    secretKey: "token",
  },
];

/** Shared by the pages, so that one hash of it stands in their policy. */
export const linkPageScript = `
const form = document.querySelector("form");
const said = document.querySelector("[role=status]");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const secret = location.hash.slice(1);
  const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
  if (form.dataset.secretKey) given[form.dataset.secretKey] = secret;
  const url = form.getAttribute("action").replace("{secret}", encodeURIComponent(secret));
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(given) });
    if (answer.ok) form.hidden = true;
    said.textContent = answer.ok ? form.dataset.done : (await answer.json()).detail;
  } catch {
    said.textContent = "The server did not answer. Try again.";
  }
});
`;

export function renderLinkPage({ title, intro, fields, button, done, request, secretKey }: LinkPage): string {
  const inputs = fields.map(
    (field) =>
      `<label>${field.label} <input name="${field.name}" type="${field.type}" maxlength="200" autocomplete="${field.autocomplete}"></label>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}${formStyle}</style>
<main>
<h1>${title}</h1>
<p>${intro}</p>
<form action="${request}" data-secret-key="${secretKey ?? ""}" data-done="${done}">
${inputs.join("\n")}
<button>${button}</button>
</form>
<p role="status"></p>
</main>
<script>${linkPageScript}</script>
</html>
`;
}

const formStyle = `
main { max-width: 400px; margin: 64px auto; padding: 0 16px; }
label { display: block; margin: 16px 0; }
input, button { display: block; width: 100%; margin-top: 4px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
button { margin-top: 24px; color: var(--surface); background: var(--accent); border-color: var(--accent); cursor: pointer; }
`;
