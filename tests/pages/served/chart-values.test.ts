import { beforeAll, expect, test } from "bun:test";
import { addDeviceOfManyKinds } from "../../browser/world/charted-devices.ts";
import type { OwnedDevice } from "../../browser/world/owned-account.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Locator } from "../harness/locator.ts";
import type { Page } from "../harness/page.ts";
import { drawnTexts } from "../harness/silent-sources.ts";

describeServedPages("values in charts", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    device = await addDeviceOfManyKinds(at, Date.now());
  });

  const open = async (page: Page, slug: string, range = "range=1h"): Promise<Locator> => {
    await page.goto(`/devices/${device.uuid}/charts?${range}&sensors=${slug}`);
    const row = page.getByRole("table", { name: "Values in this range" }).getByRole("row").nth(1);
    await row.getByText(/\d/).first().waitFor();
    return row;
  };

  test("have every digit: last, lowest, mean and highest", async () => {
    await at.visit(async (page) => {
      await open(page, "pressure,counter,huge");
      const rows = page.getByRole("table", { name: "Values in this range" }).getByRole("row");
      for (const [slug, figures] of [
        ["pressure", ["101.325", "101.325", "101.3353", "101.347"]],
        ["counter", ["1,234,599", "1,234,567", "1,234,582", "1,234,599"]],
        ["huge", ["1.5e300", "1.5e300", "1.5e300", "1.5e300"]],
      ] as const) {
        const row = rows.filter({ hasText: slug });
        await row.getByText(figures[0]).first().waitFor();
        expect((await row.getByRole("cell").allInnerTexts()).slice(1, 5)).toEqual([...figures]);
      }
    });
  });

  test("have the decimals and the unit of the sensor's type, and are exact on hover", async () => {
    await at.owner.do("POST", "./sensor-types", { name: "air pressure", unit: "kPa", decimals: 1 });
    const { uuid } = device.sensors.find(({ slug }) => slug === "pressure")!;
    await at.owner.do("PATCH", `./devices/${device.uuid}/sensors/${uuid}`, { type: "air pressure" });
    await at.visit(async (page) => {
      const row = await open(page, "pressure");
      await row.getByText("101.34 kPa").waitFor();
      expect((await row.getByRole("cell").allInnerTexts()).slice(1, 5)).toEqual([
        "101.3kPa",
        "101.3 kPa",
        "101.34 kPa",
        "101.3 kPa",
      ]);
      await row.getByTitle("101.347 kPa", { exact: true }).waitFor();
    });
  });

  test("have times in the zone and hour format that the reader has chosen", async () => {
    const preferences = "/session/preferences";
    await at.owner.do("PATCH", preferences, { time_zone: "Asia/Kathmandu", time_format: "12h" });
    await at.visit(async (page) => {
      const span = "from=2026-06-01T00:00:00.000Z&to=2026-06-01T12:00:00.000Z";
      drawnTexts.length = 0;
      await page.goto(`/devices/${device.uuid}/charts?sensors=counter&${span}`);
      await page.getByRole("group", { name: /from Jun 1, (2026, )?5:45:00 am GMT\+5:45/i }).waitFor();
      await waitUntil("the axis has these times", () => {
        const drawn = new Set(drawnTexts.map((text) => text.toLowerCase()));
        return ["8:00 am", "12:00 pm", "jun 1"].every((text) => drawn.has(text));
      });
    });
    await at.owner.do("PATCH", preferences, { time_zone: null, time_format: "auto" });
  });

  test("are read with the keyboard alone: Shift and arrows move from point to point, Escape ends it", async () => {
    await at.visit(async (page) => {
      const row = await open(page, "counter");
      const shown = row.getByRole("cell").nth(1);
      await page.getByRole("group", { name: /^counter from/i }).focus();
      const steps = [
        ["Shift+ArrowLeft", "1,234,599"],
        ["Shift+ArrowLeft", "1,234,580"],
        ["Shift+ArrowLeft", "1,234,567"],
        ["Shift+ArrowLeft", "1,234,567"],
        ["Shift+ArrowRight", "1,234,580"],
      ] as const;
      for (const [keys, value] of steps) {
        await page.keyboard.press(keys);
        await page.getByRole("columnheader", { name: "At cursor" }).waitFor();
        await shown.getByText(value, { exact: true }).waitFor();
      }
      await page.keyboard.press("Escape");
      await page.getByRole("columnheader", { name: "Last" }).waitFor();
      expect(page.url()).not.toContain("from=");
    });
  });
});
