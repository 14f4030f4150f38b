import { expect, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { ManageSession } from "./world/manage-session.ts";

await describeWithOwner("the page of a device", (at) => {
  const createDevice = (name: string, sensors: readonly object[] = [{ slug: "a", name: "A" }]) =>
    at.owner.do("POST", "./devices", { name, sensors });
  const unknown = (uuid: string) => `GET ${managePath}/accounts/${at.owner.account}/devices/${uuid} 404`;
  const tabs = (page: Page) => page.getByRole("navigation", { name: "Tabs" });

  test("opens in another account of the person if the device is there", async () => {
    const { uuid: harbour } = await at.owner.do("POST", "/accounts", { name: "Harbour" });
    const other = await ManageSession.signIn(at.served.url, at.person, harbour);
    const freezer = await other.do("POST", "./devices", { name: "Freezer" });
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${freezer.uuid}/sensors`);
        await page.getByRole("button", { name: "Switch to Harbour" }).click();
        await page.getByRole("heading", { name: "Freezer" }).waitFor();
        expect(new URL(page.url()).pathname).toBe(`/devices/${freezer.uuid}/sensors`);
      },
      { expected: [unknown(freezer.uuid), unknown(freezer.uuid).replace(" 404", "/sensors 404")] },
    );
  });

  test("replaces the form after creating a device: it is there after a reload, and Back does not show the form", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "New device" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Kiln");
      await page.getByLabel("Name of sensor 1").fill("Heat");
      await page.getByRole("button", { name: "Create device" }).click();
      const token = page.getByText(/^wdt_[\w-]{43}$/);
      await token.waitFor();
      await page.getByText("Waiting for the first reading").waitFor();
      await page.reload();
      await page.getByText("Waiting for the first reading").waitFor();
      expect(await token.count()).toBe(0);
      await page.getByRole("button", { name: "Show Token" }).click();
      await page.getByRole("button", { name: "Done" }).click();
      await token.waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
    });
    expect((await at.owner.do("GET", "./devices?search=Kiln")).items).toHaveLength(1);
  });

  test("shows progress while the next tab takes long", async () => {
    const device = await createDevice("Far");
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}`);
      await tabs(page).waitFor();
      const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
      await page.route(/assets\/sensors-tab/, async (route) => {
        await isSeen;
        await route.continue();
      });
      const sign = page.getByText("Loading page");
      await tabs(page).getByRole("link", { name: "Sensors" }).click();
      await sign.waitFor({ state: "attached" });
      seen();
      await page.getByRole("table", { name: "Sensors" }).waitFor();
      await waitUntil("the sign is gone", async () => (await sign.count()) === 0);
    });
  });
});
