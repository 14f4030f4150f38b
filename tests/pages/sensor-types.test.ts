import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import { untilShown } from "./harness/until-shown.ts";

describePages("naming sensors and devices", (at) => {
  test("offers sensor types with units, decimals and ranges in a new account", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices/sensor-types");
      const table = page.getByRole("table", { name: "Sensor types" });
      const cellsOf = (name: string) =>
        table
          .getByRole("row")
          .filter({ has: page.getByText(name, { exact: true }) })
          .getByRole("cell");
      await cellsOf("temperature").first().waitFor();
      expect((await cellsOf("temperature").allInnerTexts()).slice(0, 4)).toEqual([
        "temperature",
        "°C",
        "1",
        "−40 to 85 °C",
      ]);
      expect((await cellsOf("energy").allInnerTexts()).slice(1, 4)).toEqual(["kWh", "2", "from 0 kWh"]);
      expect(await table.getByRole("row").count()).toBeGreaterThan(20);
    });
  });

  test("names the values of a type that are states", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices/sensor-types");
      await page.getByText("0 Closed, 1 Open").waitFor();
      await page.getByRole("button", { name: "New sensor type" }).click();
      const dialog = page.getByRole("dialog");
      const create = dialog.getByRole("button", { name: "Create type" });
      await dialog.getByLabel("Name", { exact: true }).fill("heat pump");
      await dialog.getByRole("button", { name: "Add state" }).click();
      await dialog.getByLabel("Name of state 1").fill("Idle");
      expect(await create.isDisabled()).toBe(true);
      await dialog.getByLabel("Name of state 2").fill("Heating");
      await dialog.getByLabel("Value of state 2").fill("0");
      await dialog.getByText("Each value can have one name.").waitFor();
      await dialog.getByLabel("Value of state 2").fill("-1");
      await create.click();
      await page.getByText("−1 Heating, 0 Idle").waitFor();
    });
  });

  test("guesses type and unit from the name of a new sensor, and keeps what was typed instead", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices/new");
      await page.getByLabel("Name of sensor 1").waitFor();
      await untilShown(page);
      const type = page.getByLabel("Type of sensor 1");
      const unit = page.getByLabel("Unit of sensor 1");
      await page.getByLabel("Name of sensor 1").fill("Outside temperature");
      expect([await type.inputValue(), await unit.inputValue()]).toEqual(["temperature", "°C"]);
      await page.getByLabel("Name of sensor 1").fill("Outside humidity");
      expect([await type.inputValue(), await unit.inputValue()]).toEqual(["humidity", "%"]);
      await type.fill("grain");
      await page.getByLabel("Name of sensor 1").fill("Temperature of grain");
      expect(await type.inputValue()).toBe("grain");

      const { uuid } = await at.createDevice([]);
      await page.goto(`/devices/${uuid}/sensors`);
      await page.getByRole("button", { name: "Add sensor" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add a sensor" });
      await untilShown(page);
      await dialog.getByLabel("Name", { exact: true }).fill("Battery voltage");
      expect(await dialog.getByLabel("Slug").inputValue()).toBe("battery-voltage");
      expect(await dialog.getByLabel("Unit").inputValue()).toBe("V");
      await dialog.getByText("From its type: 2 decimals, usual range 0 to 15.").waitFor();
    });
  });

  test("sets the unit with the chosen type, and shows both in their own columns", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices/new");
      await page.getByLabel("Name of sensor 1").waitFor();
      // The types are known once they are loaded.
      await untilShown(page);
      for (const input of await page.locator("input[placeholder]").all())
        expect(await input.getAttribute("placeholder")).toStartWith("e.g. ");
      await page.getByLabel("Name", { exact: true }).fill("Classroom");
      await page.getByLabel("Name of sensor 1").fill("Air");
      await page.getByLabel("Type of sensor 1").fill("CO2");
      const unit = page.getByLabel("Unit of sensor 1");
      await waitUntil("its unit is there", async () => (await unit.inputValue()) === "ppm");
      await page.getByRole("button", { name: "Create device" }).click();
      await page.getByText("Classroom was created").waitFor();
      await page.getByRole("link", { name: "Sensors", exact: true }).click();
      const table = page.getByRole("table", { name: "Sensors" });
      // The unit comes from the type, which is in the list of types.
      await table.getByRole("cell", { name: "ppm", exact: true }).waitFor();
      expect((await table.getByRole("columnheader").allInnerTexts()).slice(0, 4)).toEqual([
        "Name",
        "Slug",
        "Type",
        "Unit",
      ]);
      expect((await table.getByRole("cell").allInnerTexts()).slice(0, 4)).toEqual([
        "Air",
        "air",
        "CO2",
        "ppm",
      ]);

      await page.getByRole("button", { name: "Air", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Type").fill("humidity");
      await waitUntil(
        "it takes its unit",
        async () => (await dialog.getByLabel("Unit").inputValue()) === "%",
      );
      await dialog.getByLabel("Unit").fill("");
      await dialog.getByText("Shown in %, the unit of its type.").waitFor();
    });
  });

  test("warns about a name that another device has, but allows it", async () => {
    const hint = "Another device is already named “Greenhouse 3”.";
    const sensors = [{ slug: "temperature" }];
    await at.owner.do("POST", "./devices", { name: "Greenhouse 3", sensors });
    const { uuid } = await at.owner.do("POST", "./devices", { name: "Shed", sensors });
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/settings`);
      await untilShown(page);
      expect(await page.getByText("Another device is already named").count()).toBe(0);
      const rename = page.getByLabel("Name", { exact: true });
      await rename.fill("Greenhouse 3");
      await page.getByText(hint).waitFor();
      await rename.fill("Greenhouse 33");
      await page.getByText(hint).waitFor({ state: "detached" });
      await rename.fill("Shed");

      await page.goto("/devices/new");
      await page.getByLabel("Name", { exact: true }).fill("greenhouse 3");
      await page.getByText(hint).waitFor();
      await page.getByRole("button", { name: "Create device" }).click();
      await page.getByText("greenhouse 3 was created").waitFor();
    });
  });
});
