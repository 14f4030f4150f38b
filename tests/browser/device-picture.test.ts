import { expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("the picture of a device", (at) => {
  test("is made smaller, stored, shown and removed", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", { name: "Pump" });
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/settings`);
      await page.getByRole("heading", { name: "Picture" }).waitFor();
      const buffer = await page.screenshot();
      await page
        .getByLabel("Picture file")
        .setInputFiles({ name: "pump.png", mimeType: "image/png", buffer });
      await page.getByText("Picture saved").waitFor();
      const shown = page.getByRole("img", { name: "Pump" });
      await shown.first().waitFor();
      const width = await page.evaluate(
        'document.querySelector("img[alt=Pump]").decode().then(() => document.querySelector("img[alt=Pump]").naturalWidth)',
      );
      expect(width).toBe(640);
      await page.getByRole("button", { name: "Remove picture" }).click();
      await page.getByText("Picture removed").waitFor();
      await shown.first().waitFor({ state: "detached" });
    });
  });
});
