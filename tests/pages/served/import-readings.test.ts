import { expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("an import of readings", (at) => {
  const createDevice = async (name: string): Promise<string> => {
    const sensors = ["temperature", "humidity"].map((slug) => ({ slug, name: slug }));
    return (await at.owner.do("POST", "./devices", { name, sensors })).uuid;
  };
  const savedOf = async (device: string, sensor: string) => {
    const path = `./devices/${device}/sensors/${sensor}/readings?from=2025-01-01T00:00:00Z&limit=1000`;
    return (await at.owner.do("GET", path)).items as { at: string; value: number }[];
  };

  test("takes one sensor per column, times of a chosen zone and decimal commas", async () => {
    const device = await createDevice("Cellar");
    const text = "Datum;Temperature (°C);Humidity\r\n31.01.2026 14:05;21,5;40\r\n31.01.2026 14:06;;41\r\n";
    await at.visit(async (page) => {
      await page.goto(`/devices/${device}/charts`);
      await page.getByRole("button", { name: "More chart tools" }).click();
      await page.getByRole("menuitem", { name: "Import readings…" }).click();
      await page.locator("input[type=file]").setInputFiles({ name: "cellar.csv", text });
      const preview = page.getByRole("table", { name: "First readings" });
      await preview
        .getByText(/Jan 31(, 2026)?, 2:05:00\sPM UTC/)
        .first()
        .waitFor();
      expect(await page.getByLabel("Use Humidity as").inputValue()).toBe("sensor:humidity");
      await page.getByLabel("Use Humidity as").selectOption("Don’t import");
      await waitUntil("humidity is gone", async () => (await preview.getByRole("row").count()) === 2);
      await page.getByLabel("Use Humidity as").selectOption("humidity");
      await page.getByRole("combobox", { name: "Time zone" }).click();
      await page.getByRole("option", { name: /^Asia\/Tokyo/ }).click();
      await preview
        .getByText(/Jan 31(, 2026)?, 5:05:00\sAM UTC/)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Start import" }).click();
      await page.getByRole("heading", { name: "Import finished" }).waitFor();
      await page.getByText("3 readings").waitFor();
      await page.getByText("0 lines").waitFor();
      await page.getByRole("link", { name: "Show charts" }).click();
      await page.waitForURL(/charts/);
    });
    await at.untilSettled();
    expect((await savedOf(device, "temperature")).map(({ value }) => value)).toEqual([21.5]);
    const humidity = await savedOf(device, "humidity");
    expect(humidity.map(({ value }) => value).sort()).toEqual([40, 41]);
    expect(humidity.map((each) => each.at).sort()[0]).toStartWith("2026-01-31T05:05:00");
  });
});
