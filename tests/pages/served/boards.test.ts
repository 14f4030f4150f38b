import { beforeAll, expect, test } from "bun:test";
import type { OwnedDevice } from "../../browser/world/owned-account.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Locator } from "../harness/locator.ts";
import type { Page } from "../harness/page.ts";
import { untilShown } from "../harness/until-shown.ts";

const minuteMs = 60_000;

describeServedPages("boards", (at) => {
  let north: OwnedDevice;
  let south: OwnedDevice;
  beforeAll(async () => {
    north = await at.createDevice(["temperature", "door"]);
    south = await at.createDevice(["temperature", "door"]);
    await at.owner.do("PATCH", `./devices/${north.uuid}`, { name: "North" });
    await at.owner.do("PATCH", `./devices/${south.uuid}`, { name: "South" });
    await send(north, "temperature", [20, 21, 21.5]);
    await send(north, "door", [0, 1, 1]);
    await send(south, "temperature", [4, 5, 5.5]);
    await at.untilSettled();
  });

  async function send(device: OwnedDevice, sensor: string, values: readonly number[]): Promise<void> {
    const data = values.map((value, nth) => ({
      value,
      timestamp: new Date(Date.now() - (values.length - nth) * minuteMs).toISOString(),
    }));
    await sendReadings(at.served.url, device, `/sensors/${sensor}/readings/bulk`, { data });
  }

  const create = (name: string, definition: object = {}) =>
    at.owner.do("POST", "./boards", { name, definition }) as Promise<{ uuid: string }>;
  test("show another device of the same kind when it is picked, and in the link", async () => {
    const source = { device: null, sensor: "temperature" };
    const { uuid } = await create("Any room", {
      variable: { kind: "device", default: north.uuid },
      tiles: [
        {
          id: "t",
          kind: "gauge",
          title: "Now",
          place: { x: 0, y: 0, width: 3, height: 3 },
          settings: { source, min: 0, max: 40, thresholds: [30] },
        },
      ],
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?device=${south.uuid}&range=1h`);
      await page.getByRole("img", { name: "5.5, OK, on a scale from 0 to 40" }).waitFor();
      const picker = page.getByRole("combobox", { name: "Device" });
      await picker.click();
      await page.getByRole("option", { name: "North" }).click();
      await page.getByRole("img", { name: /^2\d.*, on a scale/ }).waitFor();
      expect(new URL(page.url()).searchParams.get("device")).toBe(north.uuid);
      await page.getByRole("button", { name: "7 d" }).click();
      await page.waitForURL(/range=7d/);
    });
  });

  test("make as many requests for 25 devices as for two, and show attributes, tags and certain devices", async () => {
    const fleet: string[] = [];
    for (let nth = 1; nth <= 25; nth++) {
      const notes = { tags: ["fleet"], attributes: { room: `R${nth}` } };
      const body = { name: `Sensor ${nth}`, sensors: [{ slug: "level" }], ...notes };
      fleet.push((await at.owner.do("POST", "./devices", body)).uuid);
    }
    const place = (x: number, y: number) => ({ x, y, width: 3, height: 2 });
    const boardOf = (some: readonly string[]) => ({
      tiles: [
        {
          id: "table",
          kind: "table",
          title: "Levels",
          place: { x: 0, y: 0, width: 12, height: 4 },
          settings: { devices: { kind: "devices", devices: some }, sensors: null, attributes: ["room"] },
        },
        ...some.map((device, nth) => ({
          id: `v${nth}`,
          kind: "value",
          place: place((nth % 4) * 3, 4 + 2 * Math.floor(nth / 4)),
          settings: { source: { device, sensor: "level" } },
        })),
      ],
    });
    const few = await create("Few", boardOf(fleet.slice(0, 2)));
    const many = await create("Many", boardOf(fleet));
    await at.visit(async (page) => {
      const requestsOf = async (uuid: string, devices: number) => {
        // A page may ask for a narrower stream once it knows what it shows.
        const asked = () => page.asked.filter((path) => !path.includes("/live?"));
        const before = asked().length;
        await page.goto(`/boards/${uuid}`);
        const rows = tile(page, "Levels").getByRole("row").filter({ hasText: /R\d/ });
        await waitUntil("all devices are there", async () => (await rows.count()) === devices);
        await tile(page, "Levels").getByRole("columnheader", { name: "level" }).waitFor();
        await untilShown(page);
        return asked().length - before;
      };
      expect(await requestsOf(many.uuid, 25)).toBe(await requestsOf(few.uuid, 2));

      // Specific devices and those with a tag are chosen in the dialog of the tile.
      await page.goto(`/boards/${few.uuid}?edit=true`);
      await page.getByRole("button", { name: "Edit Levels" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit table tile" });
      await dialog.getByRole("button", { name: "Remove Sensor 2", exact: true }).click();
      await dialog.getByRole("combobox", { name: "Device", exact: true }).click();
      await page.getByRole("option", { name: "Sensor 12" }).click();
      await dialog.getByRole("list", { name: "Chosen devices" }).getByText("Sensor 12").waitFor();
      await dialog.getByRole("button", { name: "Apply" }).click();
      await tile(page, "Levels").getByText("R12").waitFor();
      expect(await tile(page, "Levels").getByText("R2", { exact: true }).count()).toBe(0);
      await page.getByRole("button", { name: "Edit Levels" }).click();
      await dialog.getByLabel("Devices", { exact: true }).selectOption("Devices with a tag");
      await dialog.getByLabel("Tag").fill("fleet");
      await dialog.getByRole("checkbox", { name: "room" }).click();
      await dialog.getByRole("button", { name: "Apply" }).click();
      await tile(page, "Levels").getByText("Sensor 13").waitFor();
      expect(await tile(page, "Levels").getByText("R13").count()).toBe(0);

      // The picker offers devices with the tag only.
      await page.getByRole("button", { name: "Board settings" }).click();
      const settings = page.getByRole("dialog", { name: "Board settings" });
      await settings.getByLabel("Variable").selectOption("Device");
      await settings.getByLabel("Choose from").selectOption("Devices with a tag");
      await settings.getByLabel("Tag").fill("fleet");
      await settings.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("combobox", { name: "Device", exact: true }).click();
      await page.getByRole("option", { name: "Sensor 1", exact: true }).waitFor();
      expect(await page.getByRole("option", { name: "North" }).count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Board saved.").waitFor();
    });
  });
});

function tile(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}
