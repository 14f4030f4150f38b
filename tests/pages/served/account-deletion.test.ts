import { beforeAll, expect, test } from "bun:test";
import { ManageSession } from "../../browser/world/manage-session.ts";
import { letIn } from "../../browser/world/world-people.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("deleting an account", (at) => {
  beforeAll(async () => {
    await at.owner.do("PATCH", ".", { name: "Farm" });
    await letIn(at.served.url, at.owner, at.people.viewer, "viewer");
  });

  test("names what goes, offers an export, needs the name, and can be cancelled from a note on every page", async () => {
    // The only account of a server cannot be deleted.
    await at.owner.do("POST", "/accounts", { name: "Harbour" });
    await at.visit(async (page) => {
      await page.goto("/settings");
      await page.getByRole("button", { name: "Delete account" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(at.people.viewer.email).waitFor();
      const link = dialog.getByRole("link", { name: "export all readings as CSV" });
      const exported = await fetch(at.served.url + (await link.getAttribute("href")), {
        headers: { cookie: at.owner.cookie },
      });
      await exported.text();
      expect(exported.headers.get("content-disposition")).toContain("Farm readings all.csv");
      await dialog.getByText("You have not exported all readings yet.").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Delete account" }).click();
      await dialog.getByText(/All readings were last exported on .* by [^.@]+\.$/).waitFor();
      const confirm = dialog.getByRole("button", { name: "Delete account" });
      expect(await confirm.isDisabled()).toBeTrue();
      await page.getByLabel("Type “Farm” to confirm").fill("Farm");
      await confirm.click();
      // The day matters as much as the time.
      await page.getByText(/^Farm will be deleted with everything in it on .*\d+.*, \d/).waitFor();
    });
    const viewer = await ManageSession.signIn(at.served.url, at.people.viewer);
    await at.visit(
      async (page) => {
        await page.goto("/devices");
        await page.getByText("An owner of the account can cancel this.").waitFor();
        expect(await page.getByRole("button", { name: "Cancel deletion" }).count()).toBe(0);
      },
      { session: viewer },
    );
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("button", { name: "Cancel deletion" }).click();
      await page.getByText("The account will not be deleted.").waitFor();
      await page.getByText("will be deleted with everything").waitFor({ state: "detached" });
    });
  });
});
