import { expect, test } from "bun:test";
import { createPublished, draftElsewhere } from "../../browser/world/chain-drafts.ts";
import { rename } from "../harness/chain-editor.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("edits in the chain editor", (at) => {
  test("are published as they were shown, or only after they were looked at again", async () => {
    const chain = await createPublished(at.owner, "Published");
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Seen");
      await page.getByRole("button", { name: "Publish…" }).click();
      const dialog = page.getByRole("dialog", { name: "Publish Published" });
      await dialog.getByText("Seen").first().waitFor();
      await draftElsewhere(at.owner, chain, "Unseen");
      await dialog.getByText("changed while this dialog was open").waitFor();
      expect(await dialog.getByText("Unseen").count()).toBe(0);
      expect(await dialog.getByRole("button", { name: "Publish", exact: true }).isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Show current changes" }).click();
      await dialog.getByText("Unseen").first().waitFor();
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 2 published. New readings").waitFor();
    });
  });
});
