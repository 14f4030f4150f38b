import { expect, test } from "bun:test";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Page } from "../harness/page.ts";

describeServedPages("the token of a device", (at) => {
  /** The status of the answer to a reading with this value. */
  async function send(uuid: string, token: string, value: number): Promise<number> {
    const path = "/sensors/temperature/readings";
    return (await sendReadings(at.served.url, { uuid, token }, path, { data: { value } })).status;
  }

  test("is shown on request; once regenerated, the old token is refused and the new one accepted", async () => {
    const { uuid, token: before } = await at.createDevice(["temperature"]);
    expect(await send(uuid, before, 1)).toBe(202);
    const after = await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: "Show Token" }).click();
      expect(await shownToken(page)).toBe(before);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /^Regenerate/ }).click();
      await dialog.getByText("The old token stops working immediately").waitFor();
      expect(await send(uuid, before, 2)).toBe(202);
      await dialog.getByRole("button", { name: "Regenerate token" }).click();
      await waitUntil("another one is shown", async () => (await shownToken(page)) !== before);
      return shownToken(page);
    });
    expect(after).not.toBe(before);
    expect(await send(uuid, before, 3)).toBe(401);
    expect(await send(uuid, after, 4)).toBe(202);
  });

  test("keeps working during an overlap until the new one is first used", async () => {
    const { uuid, token: before } = await at.createDevice(["temperature"]);
    const after = await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: /^Regenerate/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("The old token").selectOption({ label: "Until the new one is used" });
      await dialog.getByRole("button", { name: "Regenerate token" }).click();
      return shownToken(page);
    });
    expect(await send(uuid, before, 1)).toBe(202);
    expect(await send(uuid, after, 2)).toBe(202);
    expect(await send(uuid, before, 3)).toBe(401);
  });

  test("is named in a warning if a test reading would end it", async () => {
    const { uuid, token: before } = await at.createDevice(["temperature"]);
    await at.owner.do("POST", `./devices/${uuid}/token/regenerate`, { overlap: { until_first_use: true } });
    const expected = [`POST /api/manage/v1/accounts/${at.owner.account}/devices/${uuid}/test-reading 409`];
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${uuid}/credentials`);
        await page.getByRole("button", { name: "Send", exact: true }).click();
        await page.getByText("The device may still be using its old token.").waitFor();
        expect(await send(uuid, before, 1)).toBe(202);
        await page.getByRole("button", { name: "Send anyway" }).click();
        await page.getByText("Saved").first().waitFor();
        expect(await send(uuid, before, 2)).toBe(401);
      },
      { expected },
    );
  });
});

async function shownToken(page: Page): Promise<string> {
  const shown = page.getByRole("dialog").getByText(/^wdt_[\w-]+$/);
  await shown.waitFor();
  return (await shown.textContent())!;
}
