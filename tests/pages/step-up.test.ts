import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { describePages, type PagesHere } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

/** Makes it look as if everybody had signed in long ago. */
function ageProofs({ dataDir }: PagesHere): void {
  const db = new Database(join(dataDir, "control.db"));
  db.run("PRAGMA busy_timeout = 5000");
  db.run("UPDATE sessions SET proved_at = 0");
  db.close();
}

const keysRefused = (account: string) => `POST /api/manage/v1/accounts/${account}/api-keys 403`;
const wrongProof = "POST /api/manage/v1/session/proof 403";

describePages("confirming that it is you", (at) => {
  test("asks for the password over the form, loses no typed text, and repeats the call", async () => {
    const expected = [keysRefused(at.owner.account), wrongProof];
    await at.visit(
      async (page) => {
        await page.goto("/settings/api-keys");
        await beginKey(page, "Nightly export");
        ageProofs(at);
        await page.getByRole("button", { name: "Create key" }).click();
        const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
        await dialog.waitFor();
        await dialog.getByLabel("Your password").fill("not the password");
        await page.keyboard.press("Enter");
        await dialog.getByText("The password is wrong.").waitFor();
        await dialog.getByLabel("Your password").fill(at.person.password);
        await page.keyboard.press("Enter");
        await dialog.waitFor({ state: "detached" });
        await page.getByText(/^wak_/).first().waitFor();
      },
      { expected },
    );
    const { items } = await at.owner.do("GET", "./api-keys");
    expect(items).toMatchObject([{ name: "Nightly export" }]);
  });
});

async function beginKey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
}
