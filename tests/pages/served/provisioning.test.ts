import { expect, test } from "bun:test";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("provisioning", (at) => {
  const ask = async (provisioning_key: string, hardware_id: string) => {
    const response = await fetch(`${at.served.url}/api/v1/provision`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ provisioning_key, hardware_id }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, string> };
  };

  test("creates a key, approves one waiting device and rejects another with a click each, and lets the first have another token", async () => {
    await at.owner.do("POST", "./templates", { name: "Freezer", sensors: [{ slug: "temperature" }] });
    // Home of an account whose devices were never used shows how to begin.
    await at.owner.do("POST", "./devices", { name: "Boiler", enabled: false });
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "Provisioning" }).click();
      const guide = page.getByRole("link", { name: "How provisioning works" });
      expect(await guide.getAttribute("href")).toBe("/docs/provisioning");
      await page.getByRole("button", { name: "New key" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Factory");
      await dialog.getByLabel("Devices are created").selectOption("After approval");
      await dialog.getByRole("button", { name: "Create key" }).click();
      const key = await dialog.getByRole("region", { name: "Key", exact: true }).innerText();
      expect(key).toMatch(/^wpk_/);
      await dialog.getByRole("button", { name: "MicroPython", exact: true }).click();
      await dialog.getByRole("region", { name: "MicroPython code" }).getByText(key).waitFor();
      await dialog.getByRole("button", { name: "I’ve saved it" }).click();

      for (const hardware of ["SN-1", "SN-2"]) expect((await ask(key, hardware)).status).toBe(202);
      await page.goto("/");
      await page.getByRole("link", { name: "2 devices waiting" }).click();
      await page.getByRole("button", { name: "Approve SN-1" }).click();
      await page.getByText("1 device approved.").waitFor();
      await page.getByRole("button", { name: "Reject SN-2" }).click();
      await page.getByText("1 device rejected.").waitFor();
      expect((await ask(key, "SN-2")).status).toBe(403);
      const { status, json } = await ask(key, "SN-1");
      expect([status, json.token?.slice(0, 4)]).toEqual([201, "wdt_"]);

      await page.goto(`/devices/${json.device_uuid}/credentials`);
      await page.getByRole("button", { name: "Allow a new token" }).click();
      await page.getByText("The device gets a new token the next time it asks.").waitFor();
      expect((await ask(key, "SN-1")).json.token).toMatch(/^wdt_/);
      expect((await ask(key, "SN-1")).json.token).toBeUndefined();
    });
  });

  test("creates claim codes, and claims a device with one", async () => {
    const template = await at.owner.do("POST", "./templates", {
      name: "Meter",
      sensors: [{ slug: "power" }],
    });
    const terms = { name: "Shop", template: template.uuid, admission: "claim" };
    const { key } = await at.owner.do("POST", "./provisioning-keys", terms);
    await at.visit(async (page) => {
      await page.goto("/devices/provisioning");
      await page.getByRole("button", { name: "New codes Shop" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Hardware ids").fill("hardware_id,box\nSN-8,1\nSN-9,1\n");
      await dialog.getByRole("button", { name: "Create 2 codes" }).click();
      const codes = await dialog.getByRole("region", { name: "Codes" }).innerText();
      const code = /SN-8 +(\S+)/.exec(codes)![1]!;
      await dialog.getByRole("button", { name: "I’ve saved them" }).click();

      await page.getByRole("button", { name: "Claim a device" }).click();
      const typed = dialog.getByLabel("Claim code");
      await typed.fill((code[0] === "A" ? "B" : "A") + code.slice(1));
      await dialog.getByText("This code has a typing mistake.").waitFor();
      await typed.fill(code.toLowerCase().replaceAll("-", " "));
      await dialog.getByRole("button", { name: "Claim device" }).click();
      await page.getByRole("heading", { name: "Meter SN-8" }).waitFor();
      expect((await ask(key, "SN-8")).status).toBe(201);
    });
  });
});
