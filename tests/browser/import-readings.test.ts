import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { tabTo } from "./harness/tab-to.ts";

await describeWithOwner("an import of readings", (at) => {
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
      await choose(page, "cellar.csv", text);
      const preview = page.getByRole("table", { name: "First readings" });
      await preview
        .getByText(/31 Jan( 2026)?, 14:05:00 CET/)
        .first()
        .waitFor();
      expect(await page.getByLabel("Use Humidity as").inputValue()).toBe("sensor:humidity");
      await page.getByLabel("Use Humidity as").selectOption("Don’t import");
      await waitUntil("humidity is gone", async () => (await preview.getByRole("row").count()) === 2);
      await page.getByLabel("Use Humidity as").selectOption("humidity");
      await page.getByRole("combobox", { name: "Time zone" }).fill("Tokyo");
      await page.keyboard.press("Enter");
      await preview
        .getByText(/31 Jan( 2026)?, 0?6:05:00 CET/)
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

  test("works with the keyboard, and returns the lines that were rejected", async () => {
    const device = await createDevice("Attic");
    const good = '{"at":"2026-01-31T12:00:00Z","sensor":"temperature","value":20.5}';
    const bad = [
      '{"at":"2026-01-31T12:01:00Z","sensor":"pressure","value":1}',
      '{"at":"soon","sensor":"humidity","value":40}',
      '{"at":"2999-01-31T12:01:00Z","sensor":"humidity","value":41}',
    ];
    await at.visit(async (page) => {
      await page.goto(`/devices/${device}`);
      await page.getByRole("heading", { name: "Attic" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      await page.keyboard.type("import readings");
      await page.getByRole("option", { name: "Import readings…" }).waitFor();
      await page.keyboard.press("Enter");
      // The palette moves the focus when it closes.
      await page.getByRole("dialog", { name: "Go to" }).waitFor({ state: "detached" });
      const choosing = page.waitForEvent("filechooser");
      await tabTo(page, page.getByRole("button", { name: "Choose file…" }));
      await page.keyboard.press("Enter");
      const chooser = await choosing;
      await chooser.setFiles(fileOf("attic.ndjson", [good, ...bad].join("\n")));
      await page.getByText("This device has no sensor “pressure”.").waitFor();
      await page.getByText("“soon” is not a time in the chosen format.").waitFor();
      await tabTo(page, page.getByRole("button", { name: "Start import" }));
      await page.keyboard.press("Enter");
      const rejected = page.getByRole("table", { name: "Rejected lines" });
      await rejected.getByText("The time is in the future.").waitFor();
      const lines = await rejected.getByRole("row").locator("td:first-child").allInnerTexts();
      expect(lines).toEqual(["2", "3", "4"]);
      await page.getByText("1 reading", { exact: true }).waitFor();
      await page.getByText("3 lines", { exact: true }).waitFor();
      await tabTo(page, page.getByRole("button", { name: "Download" }));
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      expect(download.suggestedFilename()).toBe("attic rejected.ndjson");
      expect(await readFile(await download.path(), "utf8")).toBe(`${bad.join("\n")}\n`);
    });
  });
});

function fileOf(name: string, content: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(content) };
}

function choose(page: Page, name: string, content: string): Promise<void> {
  return page.locator("input[type=file]").setInputFiles(fileOf(name, content));
}
