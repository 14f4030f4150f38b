import { expect, test } from "bun:test";
import { rowOf } from "../browser/world/chains-in-a-row.ts";
import { nodeNamed } from "./harness/chain-editor.ts";
import { describePages } from "./harness/describe-pages.ts";

describePages("the tools of the chain editor", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;
  const show = (chain: string) => at.owner.do("GET", `./chains/${chain}`);

  test("keep numbers as typed, and keep invalid ones in the node without publishing them", async () => {
    const chain = await create("Numbers", rowOf(["deadband", "save"]));
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await nodeNamed(page, "deadband").click();
      const field = page.getByLabel("Minimum change");
      await field.selectText();
      await page.keyboard.press("Delete");
      expect(await field.inputValue()).toBe("");
      await page.getByText("Required").waitFor();
      await page.keyboard.type("0,50");
      expect(await field.inputValue()).toBe("0,50");
      await field.blur();
      expect(await field.inputValue()).toBe("0.5");

      await field.fill("1,000");
      await page.getByText("Is this 1000 or 1.000?").waitFor();
      await field.fill("abc");
      const problem = page.getByRole("button", { name: /^deadband · Minimum change: must be a number/ });
      await problem.waitFor();
      await page.getByRole("button", { name: "Publish…" }).press("Enter");
      await page.getByText("Fix the problems listed").first().waitFor();
      await nodeNamed(page, "save").click();
      await problem.click();
      expect(await field.inputValue()).toBe("abc");
      await field.fill("-5");
      await page.getByText("Must be at least 0", { exact: true }).waitFor();
      await field.fill("5");
      await page.getByText("No problems found.").waitFor();
      await page.getByText("Draft saved").waitFor();
    });
    expect((await show(chain)).draft.definition.nodes[1].config).toEqual({ threshold: 5 });
  });

  test("roll back to an earlier version, unless it equals the published one", async () => {
    const chain = await create("Back", rowOf(["save"]));
    await at.owner.do("POST", `./chains/${chain}/publish`, { note: "good" });
    await at.owner.do("PUT", `./chains/${chain}/draft`, rowOf(["log"]));
    await at.owner.do("POST", `./chains/${chain}/publish`, { note: "bad" });
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}/versions`);
      await page.getByRole("button", { name: "Roll back…" }).click();
      const dialog = page.getByRole("dialog", { name: "Roll back to version 1" });
      await dialog.getByText("Removed").waitFor();
      await dialog.getByRole("button", { name: "Roll back", exact: true }).click();
      await page.getByText("Version 3 published, a copy of version 1.").waitFor();
      await page.getByText("Same as published").waitFor();
      expect(await page.getByRole("button", { name: "Roll back…" }).count()).toBe(1);
    });
    expect((await show(chain)).definition.nodes.map(({ type }: { type: string }) => type)).toEqual([
      "input",
      "save",
    ]);
  });
});
