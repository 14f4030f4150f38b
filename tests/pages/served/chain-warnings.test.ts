import { expect, test } from "bun:test";
import { lossy, lostBy } from "../../browser/world/lossy-chain.ts";
import { statusBar } from "../harness/chain-editor.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { untilShown } from "../harness/until-shown.ts";

// The installation of these tests has no mail server.
describeServedPages("a chain that is probably not intended", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;

  test("shows outputs where readings end unsaved in the status bar, under Problems and before publishing", async () => {
    const chain = await create("Lossy", lossy);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await untilShown(page);
      await statusBar(page).getByText(lostBy("Compare", "false")).waitFor();
      await statusBar(page).getByRole("link", { name: "and 4 more" }).click();
      const problems = page.getByRole("tabpanel");
      await problems.getByText(lostBy("Raise alarm", "active")).waitFor();
      expect(await problems.getByRole("listitem").allInnerTexts()).toEqual(expected);
      expect(await problems.getByRole("img", { name: "Warning" }).count()).toBe(expected.length);
      await problems.getByRole("button", { name: lostBy("Raise alarm", "active") }).click();
      const settings = page.getByRole("heading", { name: "Raise alarm" });
      await settings.waitFor();

      await page.getByRole("button", { name: "Publish…" }).click();
      const dialog = page.getByRole("dialog", { name: "Publish Lossy" });
      const warnings = dialog.getByRole("region", { name: "5 warnings" }).getByRole("listitem");
      await warnings.first().waitFor();
      expect(await warnings.allInnerTexts()).toEqual(expected);
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 1 published.").waitFor();
      await page.goto("/chains");
      await page.getByText(lostBy("Compare", "false")).waitFor();
      const row = page.getByRole("row").filter({ hasText: "Lossy" });
      for (const text of expected) await row.getByText(text).waitFor();
      await row.getByText("Version 1").waitFor();
      await row.getByText("Not in use").waitFor();
      const heads = await page.getByRole("columnheader").allInnerTexts();
      expect(heads).toEqual([
        "Name",
        "Published",
        "In use by",
        "Processed",
        "Not saved",
        "Failed",
        "Actions",
      ]);
    });
  });
});

const expected = [
  lostBy("Compare", "false"),
  lostBy("Raise alarm", "active"),
  'Raise alarm: nothing in this chain clears the alarm "Too warm", so it stays active until somebody clears it.',
  "Webhook · URL: pager.example.org is an example address, so nothing can be delivered there.",
  "Email: this server has no mail server set up, so messages cannot be delivered yet.",
];
