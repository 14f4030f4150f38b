import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { authenticatorCode } from "./harness/authenticator.ts";
import { describeWithOwner, type OwnedDashboard } from "./harness/describe-with-owner.ts";
import { visit } from "./harness/visit.ts";
import { ManageSession } from "./world/manage-session.ts";
import { letIn } from "./world/world-people.ts";

/** Makes it look as if everybody had signed in long ago. */
function ageProofs({ served }: OwnedDashboard): void {
  const db = new Database(join(served.weir.dataDir, "control.db"));
  db.run("PRAGMA busy_timeout = 5000");
  db.run("UPDATE sessions SET proved_at = 0");
  db.close();
}

const keysRefused = (account: string) => `POST /api/manage/v1/accounts/${account}/api-keys 403`;

await describeWithOwner("confirming that it is you", (at) => {
  test("is cancelled by Escape alone, and the form stays and says that nothing was done", async () => {
    const expected = [keysRefused(at.owner.account)];
    await at.visit(
      async (page) => {
        await page.goto("/settings/api-keys");
        await beginKey(page, "Second thoughts");
        ageProofs(at);
        await page.getByRole("button", { name: "Create key" }).click();
        const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
        await dialog.waitFor();
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        await page.getByText("You didn’t confirm that it’s you, so nothing was changed.").waitFor();
        expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Second thoughts");
      },
      { expected },
    );
  });

  test("copies a command with the device's token after confirmation", async () => {
    await at.owner.do("POST", "/session/proof", { password: at.person.password });
    const { uuid, token } = await at.createDevice(["temperature"]);
    const expected = [`GET /api/manage/v1/accounts/${at.owner.account}/devices/${uuid}/token 403`];
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${uuid}/credentials`);
        const copy = page.getByRole("button", { name: "Copy curl snippet" });
        await copy.waitFor();
        ageProofs(at);
        await copy.click();
        const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
        await dialog.getByLabel("Your password").fill(at.person.password);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Copied" }).waitFor();
        expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`Bearer ${token}`);
      },
      { expected },
    );
  });

  test("leads members without two-step sign-in to its set-up, and then continues", async () => {
    await at.owner.do("POST", "/session/proof", { password: at.person.password });
    await letIn(at.served.url, at.owner, at.people.editor, "editor");
    const { secret } = await at.owner.do("POST", "/session/totp", { password: at.person.password });
    await at.owner.do("POST", "/session/totp/confirm", { code: authenticatorCode(secret) });
    await at.owner.do("PUT", "./second-factor", { required: true });
    await visit({ ...at.served, person: at.people.editor }, async (page) => {
      await page.goto("/devices");
      await page.getByRole("heading", { name: "Set up two-step sign-in" }).waitFor();
      expect(await page.getByRole("navigation").count()).toBe(0);
      await page.getByRole("button", { name: "Set up" }).click();
      await page.getByLabel("Your password").fill(at.people.editor.password);
      await page.getByRole("button", { name: "Next" }).click();
      const own = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
      await page.getByLabel("Code from the app").fill(authenticatorCode(own));
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByRole("list", { name: "Recovery codes" }).waitFor();
      await page.getByRole("button", { name: "I’ve saved them" }).click();
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
    });
    await at.owner.do("PUT", "./second-factor", { required: false });
  });

  test("ends every session when signing out everywhere, and leads to the sign-in", async () => {
    await letIn(at.served.url, at.owner, at.people.viewer, "viewer");
    const elsewhere = await ManageSession.signIn(at.served.url, at.people.viewer, at.owner.account);
    await visit({ ...at.served, person: at.people.viewer }, async (page) => {
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await page
        .getByRole("dialog", { name: "Sign out everywhere?" })
        .getByRole("button", { name: "Sign out everywhere" })
        .click();
      await page.getByRole("button", { name: "Sign in" }).waitFor();
    });
    await waitUntil("the other session is ended", async () => {
      const answer = await fetch(`${at.served.url}/api/manage/v1/session`, {
        headers: { cookie: elsewhere.cookie },
      });
      return answer.status === 401;
    });
  });
});

async function beginKey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
}
