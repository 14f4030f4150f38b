import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("a fleet", (at) => {
  test("is created from a file after its lines were checked, with the tokens in a download", async () => {
    const file = (text: string) => ({ name: "devices.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "Import", exact: true }).click();
      const choose = page.getByLabel("CSV file");
      await choose.setInputFiles(file("name,sensors,group\n\n,level,\n"));
      const problems = page.getByRole("table", { name: "Problems" });
      await problems.getByRole("row", { name: /^3 A device's name must have/ }).waitFor();
      expect(await page.getByRole("button", { name: /^Create/ }).count()).toBe(0);
      const good = file("name,sensors,group\nProbe 1,level:cm,Tanks\nProbe 2,level,\n");
      await choose.setInputFiles(good);
      await page.getByText("2 devices with 2 sensors, and 1 new group: Tanks.").waitFor();
      await page.getByRole("button", { name: "Create 2 devices" }).click();
      await page.getByRole("heading", { name: "2 devices created" }).waitFor();
      await page.getByRole("link", { name: "Go to devices" }).click();
      await page.getByRole("button", { name: "Stay" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download tokens" }).click(),
      ]);
      const [head, first, second] = readFileSync(await download.path(), "utf8").split("\r\n");
      expect([head, second!.startsWith("Probe 2,")]).toEqual(["name,uuid,token", true]);
      const [, uuid, token] = first!.split(",") as [string, string, string];
      expect(await at.owner.do("GET", `./devices/${uuid}`)).toMatchObject({
        name: "Probe 1",
        group: "Tanks",
      });
      expect(token).toStartWith("wdt_");
      await page.getByRole("link", { name: "Go to devices" }).click();
      await page.getByRole("link", { name: "Probe 2" }).waitFor();
      await page.getByRole("link", { name: "Import", exact: true }).click();
      await page.getByLabel("CSV file").setInputFiles(good);
      await page.getByText("This file was imported").waitFor();
    });
  });

  test("is created from the good lines of a file, with the others in a download that can be mended and imported", async () => {
    const file = (text: string) => ({ name: "mixed.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await at.visit(async (page) => {
      await page.goto("/devices/import");
      await page
        .getByLabel("CSV file")
        .setInputFiles(file("name,sensors\nWell 1,level\n,level\nWell 3,level\n"));
      await page.getByText("2 of 3 lines can be imported.").waitFor();
      const downloadRest = async () => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Download the 1 line with problems" }).click(),
        ]);
        expect(download.suggestedFilename()).toBe("mixed-rest.csv");
        return readFileSync(await download.path(), "utf8");
      };
      const rest = await downloadRest();
      expect(rest).toMatch(/^problem,name,sensors\r\n"A device's name must have .*",,level\r\n$/);
      await page.getByRole("button", { name: "Create 2 devices" }).click();
      await page.getByRole("heading", { name: "2 devices created" }).waitFor();
      expect(await downloadRest()).toBe(rest);
      await page.getByRole("button", { name: "Download tokens" }).click();
      await page.getByRole("link", { name: "Go to devices" }).click();
      await page.getByRole("link", { name: "Import", exact: true }).click();
      await page.getByLabel("CSV file").setInputFiles(file(rest.replace(",,", ",Well 2,")));
      await page.getByRole("button", { name: "Create 1 device" }).click();
      await page.getByRole("heading", { name: "1 device created" }).waitFor();
      const { items } = await at.owner.do("GET", "./devices?search=Well");
      expect(items.map(({ name }: { name: string }) => name)).toEqual(["Well 1", "Well 2", "Well 3"]);
      await page.getByRole("button", { name: "Download tokens" }).click();
      await page.getByRole("link", { name: "Go to devices" }).click();
    });
  });

  test("is exported as a file with the selected devices, on a phone too", async () => {
    const notes = { tags: ["deep"], attributes: { site: "Bonn" } };
    for (const name of ["Bore 1", "Bore 2", "Bore 3"])
      await at.owner.do("POST", "./devices", { name, ...notes });
    const rows = async (page: Page) => {
      const bar = page.getByRole("region", { name: "Selected devices" });
      await bar.getByRole("button", { name: "More" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "Export as CSV" }).click(),
      ]);
      const [head, ...lines] = readFileSync(await download.path(), "utf8")
        .trimEnd()
        .split("\r\n");
      expect(head).toStartWith("name,uuid,group,");
      return lines.map((line) => line.replace(/,.*,deep,Bonn,.*/, " deep Bonn"));
    };
    await at.visit(async (page) => {
      await page.goto("/devices?q=Bore");
      await page.getByLabel("Select Bore 1").click();
      await page.getByLabel("Select Bore 3").click();
      expect(await rows(page)).toEqual(["Bore 1 deep Bonn", "Bore 3 deep Bonn"]);
    });
    await at.visit(async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto("/devices?q=Bore");
      await page.getByLabel("Select Bore 2").click();
      expect(await rows(page)).toEqual(["Bore 2 deep Bonn"]);
    });
  });

  test("shows the latest values of chosen sensors in the list, in cards on a phone, and as they arrive", async () => {
    const probe = await at.owner.do("POST", "./devices", {
      name: "Basin",
      sensors: [{ slug: "depth", unit: "cm" }],
    });
    const send = (value: number) =>
      sendReadings(at.served.url, probe, "/sensors/depth/readings", { data: { value } });
    await send(41);
    await at.untilSettled();
    await at.visit(async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => {
        if (/\/sensors\?/.test(request.url())) asked.push(request.url());
      });
      await page.goto("/devices?columns=depth");
      const row = page.getByRole("table", { name: "Devices" }).getByRole("row", { name: /Basin/ });
      await row.getByText("41").waitFor();
      expect(asked).toHaveLength(1);
      await send(42);
      await row.getByText("42").waitFor();
      expect(asked).toHaveLength(1);
      await page.setViewportSize({ width: 390, height: 800 });
      const card = page
        .getByRole("list", { name: "Devices" })
        .getByRole("listitem")
        .filter({ hasText: "Basin" });
      await card.getByText("42").waitFor();
    });
  });
});
