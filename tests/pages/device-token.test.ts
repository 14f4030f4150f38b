import { expect, test } from "bun:test";
import { describePages } from "./harness/describe-pages.ts";

describePages("the token of a device", (at) => {
  test("is shown in the snippet on Home on request, and hidden again", async () => {
    // Comes first, because Home shows it only until a device has sent something.
    const { token } = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto("/");
      const snippet = page.getByRole("region", { name: "curl snippet" });
      await snippet.waitFor();
      const before = await snippet.textContent();
      await page.getByRole("button", { name: "Show Token" }).click();
      await page.getByRole("button", { name: "Hide token" }).click();
      await page.getByRole("button", { name: "Show Token" }).waitFor();
      expect(await snippet.textContent()).toBe(before);
      expect(await page.content()).not.toContain(token);
    });
  });

  test("is hidden again, and forgotten by the page", async () => {
    const { uuid, token } = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      expect(await page.getByRole("button", { name: "Hide" }).count()).toBe(0);
      await page.getByRole("button", { name: "Show Token" }).click();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByText(token, { exact: true }).waitFor();
      expect(await page.getByRole("region", { name: "curl snippet" }).textContent()).toContain(token);
      await page.getByRole("button", { name: "Hide" }).click();
      await page.getByText(token, { exact: true }).waitFor({ state: "detached" });
      expect(await page.content()).not.toContain(token);
    });
  });

  test("appears in no command while there is no sensor to send to", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", { name: "Bare", sensors: [] });
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByText("This device has no sensors yet.").first().waitFor();
      expect(await page.getByRole("button", { name: "Copy curl snippet" }).count()).toBe(0);
    });
  });
});
