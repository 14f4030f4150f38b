import { beforeAll, expect, test } from "bun:test";
import { accessibilityProblems } from "../harness/accessibility.ts";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { ManageSession } from "../world/manage-session.ts";

await describeWithServer(
  "a person in two accounts",
  (at) => {
    let farm: ManageSession;
    let harbour: ManageSession;
    beforeAll(async () => {
      farm = at.owner;
      const { uuid } = await farm.do("POST", "/accounts", { name: "Harbour" });
      harbour = await ManageSession.signIn(at.served.url, at.person, uuid);
      await farm.do("PATCH", ".", { name: "Farm" });
      for (const account of [farm, harbour])
        await account.do("POST", "./devices", { name: "Freezer", sensors: [] });
    }, setUpTimeoutMs);

    test("finds both accounts near a limit on the system page, with a link to the limits of the other", async () => {
      await at.visit(async (page) => {
        await page.goto("/system");
        const near = page.getByRole("list", { name: "Accounts near a limit" }).getByRole("listitem");
        await near.filter({ hasText: "Farm" }).getByText("1 of 1").waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await near.filter({ hasText: "Devices" }).getByRole("button", { name: "Harbour" }).click();
        await page.getByRole("heading", { name: "Limits", level: 1 }).waitFor();
        await page.getByRole("button", { name: "Harbour" }).waitFor();
      });
    });
  },
  { WEIR_DEVICES_PER_ACCOUNT: "1" },
);
