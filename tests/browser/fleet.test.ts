import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("a fleet", (at) => {
  test("is created from a file after its lines were checked, with the tokens in a download", async () => {
    const file = (text: string) => ({ name: "devices.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "Import" }).click();
      const choose = page.getByLabel("CSV file");
      await choose.setInputFiles(file("name,sensors,group\nProbe 1,level:cm,Tanks\n,level,\n"));
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
      await page.getByRole("link", { name: "Import" }).click();
      await page.getByLabel("CSV file").setInputFiles(good);
      await page.getByText("This file was imported").waitFor();
    });
  });
});
