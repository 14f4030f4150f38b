import { expect, test } from "bun:test";
import { describePages } from "./harness/describe-pages.ts";

describePages("saved filters", (at) => {
  test("are saved, applied and deleted in the device list, and a deletion can be undone", async () => {
    for (const name of ["Pump 1", "Fan 1"])
      await at.owner.do("POST", "./devices", { name, tags: [name[0]!.toLowerCase()] });
    await at.visit(async (page) => {
      const saved = page.getByRole("button", { name: "Saved filters" });
      const rows = page.getByRole("table", { name: "Devices" }).getByRole("link");
      await page.goto("/devices?q=Pump&tag=p");
      await saved.click();
      await page.getByRole("button", { name: "Save this filter" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Pumps");
      await page.keyboard.press("Enter");
      await page.getByText("Saved the filter “Pumps”.").waitFor();

      await page.goto("/devices");
      await rows.filter({ hasText: "Fan 1" }).waitFor();
      await saved.click();
      await page.getByRole("link", { name: "Pumps" }).click();
      await rows.filter({ hasText: "Fan 1" }).waitFor({ state: "detached" });
      await rows.filter({ hasText: "Pump 1" }).waitFor();
      expect(new URL(page.url()).searchParams.get("tag")).toBe("p");

      await saved.click();
      await page.getByRole("button", { name: "Delete the filter Pumps" }).click();
      await page.getByText("No saved filters yet.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await saved.click();
      await page.getByRole("link", { name: "Pumps" }).waitFor();
    });
  });
});
