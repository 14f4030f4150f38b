import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import { authenticatorCode } from "./harness/authenticator.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import {
  type ServedDashboard,
  serveWithOwner,
  setUpTimeoutMs,
  solePerson,
} from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const refusedSignIn = "POST /api/manage/v1/session 401";

describeUnless(problem, "signing in", () => {
  let served: ServedDashboard;
  beforeAll(async () => {
    served = await serveWithOwner();
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("a wrong password is told, what was typed stays, and the right one leads to the page that was asked for", async () => {
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/devices");
      await fillIn(page, "not the password");
      await page.getByRole("alert").waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe(solePerson.email);
      await fillIn(page, solePerson.password);
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
    });
  });

  test("one-time passwords are set up in the profile and asked for from then on, and a recovery code works once", async () => {
    const { secret, recoveryCode } = await visit({ ...served, person: solePerson }, setUpTotp);
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/");
      await fillIn(page, solePerson.password);
      await enterCode(page, "000000");
      await page.getByRole("alert").waitFor();
      await enterCode(page, authenticatorCode(secret));
      await page.getByRole("navigation", { name: "Main" }).waitFor();
    });
    await visit({ ...served, expected: [refusedSignIn] }, async (page) => {
      await page.goto("/");
      await fillIn(page, solePerson.password);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill(recoveryCode);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Main" }).waitFor();
    });
  });
});

async function fillIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(solePerson.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code from your authenticator").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** With the code of the step before, so that the present one is still good for signing in. */
async function setUpTotp(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Your password").fill(solePerson.password);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
  await page.getByLabel("Code that the app shows now").fill(authenticatorCode(secret, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  const recoveryCode = (await codes.first().textContent())!;
  await page.getByRole("button", { name: "I have kept them" }).click();
  return { secret, recoveryCode };
}
