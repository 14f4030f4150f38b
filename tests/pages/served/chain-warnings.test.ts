import { expect, test } from "bun:test";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Locator } from "../harness/locator.ts";
import type { Page } from "../harness/page.ts";
import { untilShown } from "../harness/until-shown.ts";

const lostBy = (title: string, output: string) => `Readings that leave ${title} by ${output} are not saved.`;

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

/** The chain that clicking Compare, Raise alarm and Save would create if each went behind the one before. */
const lossy = {
  nodes: [
    node("input", "input"),
    node("compare", "compare", { operator: ">", value: 30 }),
    node("raise", "raise-alarm", { name: "Too warm" }),
    node("save", "save"),
    node("tell", "email", { to: "ann@riverside.farm" }),
    node("hook", "webhook", { url: "https://pager.example.org/hook" }),
  ].map((each, place) => ({ ...each, position: { x: place * 288, y: 0 } })),
  wires: [
    { from: "input", output: "out", to: "compare" },
    { from: "compare", output: "true", to: "raise" },
    { from: "raise", output: "raised", to: "save" },
    { from: "save", output: "saved", to: "tell" },
    { from: "tell", output: "queued", to: "hook" },
  ],
};

const expected = [
  lostBy("Compare", "false"),
  lostBy("Raise alarm", "active"),
  'Raise alarm: nothing in this chain clears the alarm "Too warm", so it stays active until somebody clears it.',
  "Webhook · URL: pager.example.org is an example address, so nothing can be delivered there.",
  "Email: this server has no mail server set up, so messages cannot be delivered yet.",
];

function node(id: string, type: string, config: object = {}) {
  return { id, type, config, position: { x: 0, y: 0 } };
}

function statusBar(page: Page): Locator {
  return page.getByRole("region", { name: "Draft" });
}
