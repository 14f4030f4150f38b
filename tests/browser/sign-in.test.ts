import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { headerOf, SmtpSink, shownText } from "../../packages/server/src/deliver/mail/test-smtp-sink.ts";
import { wrongCodesMax } from "../../packages/server/src/manage/people/second-factor.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { authenticatorCode } from "./harness/authenticator.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { type ServedDashboard, serveWithOwner, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { solePerson } from "./world/account-on-server.ts";
import { ManageSession, type Person } from "./world/manage-session.ts";
import { letIn, people } from "./world/world-people.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const refusedSignIn = "POST /api/manage/v1/session 401";

describeUnless(problem, "signing in", () => {
  let served: ServedDashboard;
  let mailServer: SmtpSink;
  beforeAll(async () => {
    mailServer = await SmtpSink.start();
    served = await serveWithOwner({
      WEIR_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      WEIR_SMTP_FROM: "Weir <weir@example.org>",
    });
    await visit({ ...served, person: solePerson }, verifyOwnAddress);
  }, setUpTimeoutMs);

  /** Goes from "Resend verification" in the profile to the badge. */
  async function verifyOwnAddress(page: Page): Promise<void> {
    await page.goto("/settings/profile");
    await page.getByRole("button", { name: "Resend verification" }).click();
    await page.goto(await mailedLink(mailServer, solePerson.email, `${served.url}/verify-email#`));
    await page.getByRole("button", { name: "Confirm address" }).click();
    await page.getByRole("heading", { name: "Your address is verified" }).waitFor();
    await page.goto("/settings/profile");
    await page.getByText("Verified", { exact: true }).waitFor();
  }

  const mailedToken = async (email: string) =>
    (await mailedLink(mailServer, email, `${served.url}/invitation#`)).split("#")[1]!;
  afterAll(async () => {
    await served?.[Symbol.asyncDispose]();
    await mailServer?.[Symbol.asyncDispose]();
  });

  const signedIn = (page: Page) => page.getByRole("navigation", { name: "Main" }).waitFor();

  test("reports a wrong password and keeps the input; the right one leads to the requested page", async () => {
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/devices");
      await fillIn(page, { ...solePerson, password: "not the password" });
      await page.getByRole("alert").waitFor();
      expect(await page.getByLabel("Email").inputValue()).toBe(solePerson.email);
      await fillIn(page, solePerson);
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
    });
  });

  test("resets a forgotten password with a mailed link, and refuses the old one", async () => {
    const owner = await ManageSession.signIn(served.url, solePerson);
    await letIn(served.url, owner, people.viewer, "viewer", mailedToken);
    const password = "seven tall poplars";
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      // The form before this one has an email field, too, and stays until this one is shown.
      await page.getByRole("button", { name: "Send link" }).waitFor();
      await page.getByLabel("Email").fill(people.viewer.email);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await page.goto(await mailedLink(mailServer, people.viewer.email, `${served.url}/reset-password#`));
      await page.getByLabel("New password").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByRole("link", { name: "Sign in" }).click();
      await fillIn(page, people.viewer);
      await page.getByRole("alert").waitFor();
      await fillIn(page, { ...people.viewer, password });
      await signedIn(page);
    });
  });

  test("lets a person invited by mail join with the link, in the given role", async () => {
    const { name, email, password } = people.editor;
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/settings/members");
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Role", { exact: true }).selectOption("Editor");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByText(`We’ve emailed the link to ${email}`).waitFor();
      await page.getByText("The link in the email may work only on the server’s own computer").waitFor();
    });
    await visit(served, async (page) => {
      await page.goto(await mailedLink(mailServer, email, `${served.url}/invitation#`));
      await page.getByText(`(${solePerson.email}) invited you to join the account`).waitFor();
      await page.getByLabel("Your name").fill(name);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Join" }).click();
      await signedIn(page);
      await page.goto("/settings");
      await page.getByText(/^Editor: /).waitFor();
    });
  });

  test("uses a new address once its link is opened, and notifies the old one", async () => {
    const person = { name: "Dora", email: "dora@riverside.example", password: "seven tall poplars" };
    const newEmail = "dora@hillside.example";
    const owner = await ManageSession.signIn(served.url, solePerson);
    await letIn(served.url, owner, person, "viewer", mailedToken);
    await visit({ ...served, person }, async (page) => {
      await page.goto("/settings/profile");
      await page.getByLabel("Email").fill(newEmail);
      await page.getByLabel("Your password").fill(person.password);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(`We emailed a link to ${newEmail}`).waitFor();
      expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    });
    await visit({ ...served, person: solePerson, expected: [refusedSignIn] }, async (page) => {
      await page.goto(await mailedLink(mailServer, newEmail, `${served.url}/confirm-email#`));
      await page.getByText(`You are signed in as ${solePerson.email}.`).waitFor();
      await page.getByRole("button", { name: "Not you? Sign out" }).click();
      await fillIn(page, { ...person, email: newEmail });
      await page.getByRole("alert").waitFor();
      await fillIn(page, person);
      await page.getByRole("button", { name: "Confirm address" }).click();
      await page.getByRole("heading", { name: "Your address was changed" }).waitFor();
      await page.getByRole("link", { name: "Go to the dashboard" }).click();
      await signedIn(page);
      await page.goto("/settings/profile");
      expect(await page.getByLabel("Email").inputValue()).toBe(newEmail);
    });
    const told = () =>
      mailServer.mails.filter(({ to }) => to.includes(person.email)).map((mail) => headerOf(mail, "Subject"));
    await waitUntil("the old address is told", () =>
      told().includes("Your email address for Weir was changed"),
    );
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/settings/members");
      await page.getByText(newEmail).waitFor();
      expect(await page.getByText("Unverified").count()).toBe(0);
    });
  });

  test("asks only for a recovery code after too many wrong codes, until one is right", async () => {
    const person = { name: "Finn", email: "finn@riverside.example", password: "nine quiet herons" };
    const owner = await ManageSession.signIn(served.url, solePerson);
    await letIn(served.url, owner, person, "viewer", mailedToken);
    const { recoveryCode } = await visit({ ...served, person }, (page) => setUpTotp(page, person));
    enterWrongCodes(served, person, wrongCodesMax - 1);
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/");
      await fillIn(page, person);
      await enterCode(page, "000000");
      await page.getByText("Too many wrong codes were entered").waitFor();
      const field = page.getByLabel("Recovery code");
      expect(await field.inputValue()).toBe("");
      await page.getByRole("link", { name: "Reset your password by email" }).waitFor();
      await field.fill("aaaa-bbbb-cccc-dddd-eeee");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("The code is wrong").waitFor();
      await field.fill(recoveryCode);
      await page.getByRole("button", { name: "Sign in" }).click();
      await signedIn(page);
    });
  });

  test("asks for one-time passwords once they are set up, and accepts a recovery code once", async () => {
    const { secret, recoveryCode } = await visit({ ...served, person: solePerson }, (page) =>
      setUpTotp(page, solePerson),
    );
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/");
      await fillIn(page, solePerson);
      await enterCode(page, "000000");
      await page.getByRole("alert").waitFor();
      await enterCode(page, authenticatorCode(secret, "next"));
      await signedIn(page);
    });
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/");
      await fillIn(page, solePerson);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill(recoveryCode);
      await page.getByRole("button", { name: "Sign in" }).click();
      await signedIn(page);
    });
  });
});

/** Records wrong codes directly, because the server slows down real attempts. */
function enterWrongCodes({ weir }: ServedDashboard, { email }: Person, count: number): void {
  using db = new Database(join(weir.dataDir, "control.db"));
  db.run("PRAGMA busy_timeout = 5000");
  db.run("UPDATE users SET wrong_codes = ? WHERE email = ?", [count, email]);
}

async function fillIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Waits for a mail to this address that contains such a link. */
async function mailedLink({ mails }: SmtpSink, email: string, start: string): Promise<string> {
  const links = () =>
    mails
      .filter(({ to }) => to.includes(email))
      .flatMap((mail) => shownText(mail).split(/\s+/))
      .filter((word) => word.startsWith(start));
  await waitUntil(`${email} has a mail with a link to ${start}`, () => links().length > 0);
  return links()[0]!;
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code from your authenticator app").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function setUpTotp(
  page: Page,
  { password }: Person,
): Promise<{ secret: string; recoveryCode: string }> {
  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
  await page.getByLabel("Code from the app").fill(authenticatorCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  await page.locator('[aria-label="New recovery codes"]:focus').waitFor();
  const recoveryCode = (await codes.first().textContent())!;
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  return { secret, recoveryCode };
}
