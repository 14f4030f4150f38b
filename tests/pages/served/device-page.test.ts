import { expect, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { postReadings } from "../../harness/post-readings.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Page } from "../harness/page.ts";
import { untilLive } from "../harness/until-live.ts";

describeServedPages("the page of a device", (at) => {
  const createDevice = (name: string, sensors: readonly object[] = [{ slug: "a", name: "A" }]) =>
    at.owner.do("POST", "./devices", { name, sensors });
  const unknown = (uuid: string) => `GET ${managePath}/accounts/${at.owner.account}/devices/${uuid} 404`;
  const tabs = (page: Page) => page.getByRole("navigation", { name: "Tabs" });

  test("offers every sensor for a test reading", async () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `s${index}`);
    const device = await createDevice(
      "Many",
      slugs.map((slug) => ({ slug, name: slug })),
    );
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}/credentials`);
      const choice = page.getByLabel("Sensor", { exact: true });
      await choice.selectOption({ label: "s59 (s59)" });
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("Saved").first().waitFor();
    });
  });

  test("reports one offset of the device's clock", async () => {
    const device = await createDevice("Slow");
    const behindMs = 30_700;
    const date = new Date(Date.now() - behindMs).toUTCString();
    await postReadings(at.served.url, device, { sensor: "a", data: { value: 1 } }, { headers: { date } });
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}`);
      const told = page.getByText(/The device’s clock is \d+ s behind/);
      await told.waitFor();
      const offset = /\d+ s behind/.exec((await told.textContent())!)![0];
      await tabs(page).getByRole("link", { name: "Activity" }).click();
      await page.getByText(offset).first().waitFor();
    });
  });

  test("says that a device was deleted elsewhere, and so does the list", async () => {
    const [shed, barn] = [await createDevice("Shed"), await createDevice("Barn")];
    const expected = [unknown(shed.uuid), unknown(shed.uuid).replace(" 404", "/sensors 404")];
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${shed.uuid}/settings`);
        await page.getByLabel("Name").waitFor();
        await untilLive(page);
        await at.owner.do("DELETE", `./devices/${shed.uuid}`);
        await page.getByText("Device not found").waitFor();
        expect(await tabs(page).count()).toBe(0);
        expect(await page.getByText("Shed").count()).toBe(0);
        await page.goto("/devices");
        await page.getByText("Barn").first().waitFor();
        await untilLive(page);
        await at.owner.do("DELETE", `./devices/${barn.uuid}`);
        await page.getByText("Barn").first().waitFor({ state: "detached" });
      },
      { expected },
    );
  });
});
