import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { node, rename } from "./harness/on-canvas.ts";
import { takeOut } from "./harness/page-faults.ts";
import { createPublished, draftElsewhere, isDrafted } from "./world/chain-drafts.ts";

await describeWithOwner("edits in the chain editor", (at) => {
  test("are saved before the page is left, with a question if they cannot be saved", async () => {
    const chain = await createPublished(at.owner, "Left");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Typed a moment ago");
      await page.getByRole("link", { name: "Rule chains" }).first().click();
      await page.getByRole("button", { name: "Actions for Left" }).waitFor();
      expect(await isDrafted(at.owner, chain, "Typed a moment ago")).toBe(true);

      await page.getByRole("link", { name: "Left", exact: true }).click();
      await node(page, "Typed a moment ago").waitFor();
      await page.route("**/chains/*", (route) => route.abort());
      await draftElsewhere(at.owner, chain, "Theirs");
      await rename(page, "Typed a moment ago", "Mine");
      await page.getByText("Someone else changed this draft.").waitFor();
      await page.getByRole("link", { name: "Rule chains" }).first().click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Keep editing" }).click();
      await node(page, "Mine").waitFor();
      await page.unroute("**/chains/*");
      await page.getByRole("button", { name: "Keep mine" }).click();
      await page.getByText("Your draft replaced theirs.").waitFor();
      await page.getByRole("region", { name: "Draft" }).and(page.locator(":focus")).waitFor();
      expect(await isDrafted(at.owner, chain, "Mine")).toBe(true);
      takeOut(faults, (fault) => fault.includes("net::ERR_FAILED") || fault.endsWith("/draft 412"));
    });
  });

  test("keep the keyboard focus on the page whatever happens to them", async () => {
    await at.visit(async (page) => {
      const focused = (place: Locator) => place.and(page.locator(":focus")).waitFor();
      await page.goto("/chains");
      await page.getByRole("button", { name: "New chain" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("By keyboard");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "By keyboard" }).waitFor();
      await focused(page.getByRole("main"));

      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Published but not in use").waitFor();
      await rename(page, "Save", "Discarded");
      await page.getByRole("button", { name: "Discard draft" }).click();
      await page.getByText("Draft discarded").waitFor();
      await focused(page.getByRole("region", { name: "Draft" }));

      await createPublished(at.owner, "By mouse");
      await page.goto("/chains");
      await page.getByRole("button", { name: "Actions for By keyboard" }).press("Enter");
      await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
      await page.getByRole("dialog").getByRole("textbox").fill("By keyboard");
      await page.getByRole("button", { name: "Delete chain" }).press("Enter");
      await focused(page.getByRole("button", { name: "Actions for By mouse" }));
    });
  });
});
