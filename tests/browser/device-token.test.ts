import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("the token of a device", (at) => {
  /** The status that a reading of this value is answered with. */
  async function send(uuid: string, token: string, value: number): Promise<number> {
    const path = "/sensors/temperature/readings";
    return (await sendReadings(at.served.url, { uuid, token }, path, { data: { value } })).status;
  }

  test("is shown when asked for; once it is regenerated the old one is refused over HTTP and the new one taken", async () => {
    const { uuid, token: before } = await at.served.weir.createDevice(["temperature"]);
    expect(await send(uuid, before, 1)).toBe(202);
    const after = await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: "Show Token" }).click();
      expect(await shownToken(page)).toBe(before);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /^Regenerate/ }).click();
      await dialog.getByText("The old token stops working at once").waitFor();
      expect(await send(uuid, before, 2)).toBe(202);
      await dialog.getByRole("button", { name: "Regenerate token" }).click();
      await dialog.getByText(before).waitFor({ state: "detached" });
      return shownToken(page);
    });
    expect(after).not.toBe(before);
    expect(await send(uuid, before, 3)).toBe(401);
    expect(await send(uuid, after, 4)).toBe(202);
  });

  test("that is replaced with an overlap works until the new one is first used", async () => {
    const { uuid, token: before } = await at.served.weir.createDevice(["temperature"]);
    const after = await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: /^Regenerate/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog
        .getByLabel("The old token")
        .selectOption({ label: "Works until the new one is first used" });
      await dialog.getByRole("button", { name: "Regenerate token" }).click();
      return shownToken(page);
    });
    expect(await send(uuid, before, 1)).toBe(202);
    expect(await send(uuid, after, 2)).toBe(202);
    expect(await send(uuid, before, 3)).toBe(401);
  });
});

async function shownToken(page: Page): Promise<string> {
  const shown = page.getByRole("dialog").getByText(/^wdt_[\w-]+$/);
  await shown.waitFor();
  return (await shown.textContent())!;
}
