import { expect, test } from "bun:test";
import { statusBar } from "./harness/chain-editor.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";
import { untilShown } from "./harness/until-shown.ts";

describePages("a chain that is probably not intended", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;

  test("saves every reading after clicking Compare, Raise alarm and Save, and warns that the alarm never clears", async () => {
    const input = { id: "input", type: "input", position: { x: 0, y: 0 } };
    const chain = await create("Clicked", { nodes: [input], wires: [] });
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await untilShown(page);
      await clickInPalette(page, "Compare");
      await page.getByLabel("Value", { exact: true }).fill("30");
      await clickInPalette(page, "Raise alarm");
      await page.getByLabel("Name", { exact: true }).fill("Too warm");
      await clickInPalette(page, "Save");
      const uncleared =
        'Raise alarm: nothing in this chain clears the alarm "Too warm", so it stays active until somebody clears it.';
      await statusBar(page).getByText(uncleared).waitFor();
      expect(await page.getByText("are not saved").count()).toBe(0);
      await page.getByText("Draft saved").waitFor();
    });
    const { draft } = await at.owner.do("GET", `./chains/${chain}`);
    expect(draft.definition.wires).toEqual([
      { from: "input", output: "out", to: "compare" },
      { from: "compare", output: "true", to: "raise-alarm" },
      { from: "input", output: "out", to: "save" },
    ]);
  });
});

async function clickInPalette(page: Page, title: string): Promise<void> {
  const palette = page.getByRole("region", { name: "Palette" });
  await palette.getByRole("button", { name: title, exact: true }).click();
}
