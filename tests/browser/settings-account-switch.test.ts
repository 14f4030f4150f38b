import { beforeAll, expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { ManageSession } from "./world/manage-session.ts";
import { letIn } from "./world/world-people.ts";

await describeWithOwner("a person in two accounts", (at) => {
  let farm: ManageSession;
  let harbour: ManageSession;
  let greenhouse: string;
  beforeAll(async () => {
    farm = at.owner;
    const { uuid } = await farm.do("POST", "/accounts", { name: "Harbour" });
    harbour = await ManageSession.signIn(at.served.url, at.person, uuid);
    await farm.do("PATCH", ".", { name: "Farm" });
    greenhouse = (await farm.do("POST", "./devices", { name: "Greenhouse", sensors: [] })).uuid;
    await harbour.do("POST", "./devices", { name: "Freezer", sensors: [] });
  }, setUpTimeoutMs);

  // Requests to the wrong account are refused, which fails the visit.
  test("switches from a device of one account to Home of the other, and sees nothing of the first", async () => {
    await at.visit(async (page) => {
      await page.goto(`/devices/${greenhouse}`);
      await page.getByRole("heading", { name: "Greenhouse" }).waitFor();
      await page.getByRole("button", { name: "Farm" }).click();
      await page.getByRole("menuitem", { name: "Switch to Harbour" }).click();
      await page.getByRole("button", { name: "Harbour" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
      await page.getByRole("link", { name: "Devices" }).first().click();
      await page.getByText("Freezer").first().waitFor();
      await untilShown(page);
      expect(await page.getByText("Greenhouse").count()).toBe(0);
    });
  });

  test("stays in the account that a page shows, even if another page switches", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByText("Greenhouse").first().waitFor();
      const other = await page.context().newPage();
      await other.goto("/settings");
      await other.getByRole("button", { name: "Switch", exact: true }).click();
      await other.getByRole("button", { name: "Harbour" }).waitFor();
      await page.getByRole("link", { name: "Settings" }).click();
      // Exact, because the device list is shown until the settings are loaded, and it has a search by name.
      await page.getByLabel("Name", { exact: true }).fill("Farm by the river");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("button", { name: "Farm by the river" }).waitFor();
      await page.getByRole("link", { name: "Devices" }).first().click();
      await page.getByText("Greenhouse").first().waitFor();
      await untilShown(page);
      expect(await page.getByText("Freezer").count()).toBe(0);
    });
    await farm.do("PATCH", ".", { name: "Farm" });
  });

  test("moves to Home of another account after being removed from the shown one", async () => {
    await letIn(at.served.url, farm, at.people.viewer, "viewer");
    const { token } = await harbour.do("POST", "./invitations", {
      email: at.people.viewer.email,
      role: "viewer",
    });
    const cleo = await ManageSession.signIn(at.served.url, at.people.viewer);
    await cleo.do("POST", "/invitations/accept", { token });
    const { items } = await farm.do("GET", "./members");
    const { uuid } = items.find(({ name }: { name: string }) => name === at.people.viewer.name);
    await visit({ ...at.served, person: at.people.viewer }, async (page, faults) => {
      await page.goto("/devices");
      await page.getByText("Greenhouse").first().waitFor();
      await farm.do("DELETE", `./members/${uuid}`);
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("link", { name: "Profile" }).click();
      // After a change of the profile, the page requests the session again, with all accounts.
      await page.getByLabel("Name", { exact: true }).fill("Cleo");
      await page.getByLabel("Your password").fill(at.people.viewer.password);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Harbour" }).waitFor();
      await page.getByRole("link", { name: "Devices" }).first().click();
      await page.getByText("Freezer").first().waitFor();
      await untilShown(page);
      expect(await page.getByText("Greenhouse").count()).toBe(0);
      // The last requests to the account that the person was removed from were refused.
      faults.length = 0;
    });
  });
});
