import { expect, test } from "bun:test";
import { describePages } from "./harness/describe-pages.ts";
import type { Locator } from "./harness/locator.ts";
import type { Page } from "./harness/page.ts";

describePages("edits in the chain editor", (at) => {
  const create = async (name: string): Promise<string> => {
    const { uuid } = await at.owner.do("POST", "./chains", { name });
    await at.owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
    return uuid as string;
  };
  const stored = (chain: string) => at.owner.do("GET", `./chains/${chain}`);
  const isDrafted = async (chain: string, text: string): Promise<boolean> =>
    JSON.stringify((await stored(chain)).draft).includes(text);
  test("can still be undone after publishing, which starts a draft", async () => {
    const chain = await create("Undone");
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Too hasty");
      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 2 published. New readings").waitFor();
      await page.getByRole("button", { name: "Publish…" }).focus();
      await page.keyboard.press("Control+z");
      await node(page, "Too hasty").waitFor({ state: "detached" });
      await page.getByText("Draft saved").waitFor();
      expect(await isDrafted(chain, "Too hasty")).toBe(false);
    });
  });
});

function node(page: Page, name: string): Locator {
  return page.locator(".react-flow__node").filter({ hasText: name });
}

async function rename(page: Page, before: string, after: string): Promise<void> {
  await node(page, before).click();
  await page.getByLabel("Node name").fill(after);
}
