import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { accessibilityProblems } from "../harness/accessibility.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";

const lostBy = (title: string, output: string) => `Readings that leave ${title} by ${output} are not saved.`;

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

function node(id: string, type: string, config: object = {}) {
  return { id, type, config, position: { x: 0, y: 0 } };
}

function statusBar(page: Page): Locator {
  return page.getByRole("region", { name: "Draft" });
}
