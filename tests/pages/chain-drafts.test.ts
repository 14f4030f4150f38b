import { expect, test } from "bun:test";
import { createPublished, isDrafted } from "../browser/world/chain-drafts.ts";
import { node, rename } from "./harness/chain-editor.ts";
import { describePages } from "./harness/describe-pages.ts";

describePages("edits in the chain editor", (at) => {
  test("can still be undone after publishing, which starts a draft", async () => {
    const chain = await createPublished(at.owner, "Undone");
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
      expect(await isDrafted(at.owner, chain, "Too hasty")).toBe(false);
    });
  });
});
