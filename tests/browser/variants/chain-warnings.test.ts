import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { accessibilityProblems } from "../harness/accessibility.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { lossy, lostBy } from "../world/lossy-chain.ts";

// The installation of these tests has no mail server.
await describeWithOwner("a chain that is probably not intended", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;

  test("shows the first warning on a phone, with a link to the others", async () => {
    const chain = await create("Lossy in the pocket", lossy);
    await at.visit(
      async (page) => {
        await page.goto(`/chains/${chain}`);
        await statusBar(page).getByText(lostBy("Compare", "false")).waitFor();
        await statusBar(page).getByRole("link", { name: "and 4 more" }).click();
        await page.getByRole("tabpanel").getByText(lostBy("Raise alarm", "active")).waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });
});

function statusBar(page: Page): Locator {
  return page.getByRole("region", { name: "Draft" });
}
