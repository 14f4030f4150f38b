import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";

describePages("a fleet", (at) => {
  const createDevice = (name: string, more: object = {}): Promise<{ uuid: string; token: string }> =>
    at.owner.do("POST", "./devices", { name, sensors: [{ slug: "temperature", unit: "°C" }], ...more });

  test("takes tags, attributes, a location and notes in the settings of a device, and undoes them", async () => {
    const { uuid } = await createDevice("Freezer", { attributes: { floor: 3 } });
    const shown = () => at.owner.do("GET", `./devices/${uuid}`);
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/settings`);
      await page.getByLabel("Tags").fill("Cold, hall-2");
      expect(await page.getByLabel("Type of attribute 1").inputValue()).toBe("number");
      await page.getByRole("button", { name: "Add attribute" }).click();
      await page.getByLabel("Name of attribute 2").fill("site");
      await page.getByLabel("Value of attribute 2").fill("Berlin");
      await page.getByLabel("Latitude").fill("52.52");
      await page.getByLabel("Notes").fill("Door sticks.");
      await page.getByRole("button", { name: "Save changes" }).click();
      // A latitude needs a longitude.
      expect(await page.getByLabel("Longitude").isValid()).toBe(false);
      await page.getByLabel("Longitude").fill("13.405");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      const header = page.locator("header");
      await header.getByRole("link", { name: "hall-2" }).waitFor();
      expect(await shown()).toMatchObject({
        tags: ["cold", "hall-2"],
        attributes: { floor: 3, site: "Berlin" },
        notes: "Door sticks.",
        location: { latitude: 52.52, longitude: 13.405, label: "" },
      });
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("Undone.").waitFor();
      expect(await shown()).toMatchObject({ tags: [], attributes: { floor: 3 }, location: null, notes: "" });
      await waitUntil(
        "the chips are gone",
        async () => (await header.getByRole("link", { name: "cold" }).count()) === 0,
      );
    });
  });

  test("is narrowed by tags and attributes, which a link can name", async () => {
    await createDevice("Oven", { tags: ["hot"], attributes: { site: "Berlin" } });
    await createDevice("Kiln", { tags: ["hot"] });
    await at.visit(async (page) => {
      await page.goto("/devices?attribute.site=Berlin");
      const rows = page.getByRole("table", { name: "Devices" }).getByRole("row");
      await rows.filter({ hasText: "Oven" }).waitFor();
      expect(await rows.filter({ hasText: "Kiln" }).count()).toBe(0);
      await rows.getByRole("link", { name: "hot" }).click();
      await rows.filter({ hasText: "Kiln" }).waitFor();
      expect(await rows.count()).toBe(3);
      await page.getByRole("button", { name: "Remove filter Tag: hot" }).click();
      await rows.filter({ hasText: "Freezer" }).waitFor();
      expect(new URL(page.url()).search).toBe("");
    });
  });

  test("is narrowed to the devices that a link names, until the filter is removed", async () => {
    const { uuid } = await createDevice("Smoker");
    await at.visit(async (page) => {
      await page.goto(`/devices?devices=${uuid}`);
      const rows = page.getByRole("table", { name: "Devices" }).getByRole("row");
      await rows.filter({ hasText: "Smoker" }).waitFor();
      expect(await rows.count()).toBe(2);
      await page.getByRole("button", { name: "Remove filter 1 device of a board" }).click();
      await rows.filter({ hasText: "Freezer" }).waitFor();
      expect(new URL(page.url()).search).toBe("");
    });
  });

  test("gets tags and attributes for many devices at once, which can be undone for each", async () => {
    await createDevice("Row 1", { tags: ["dry"], attributes: { bay: 1 } });
    await createDevice("Row 2");
    const notes = async () => {
      const { items } = await at.owner.do("GET", "./devices?search=Row");
      return items.map(({ tags, attributes }: { tags: string[]; attributes: object }) => [tags, attributes]);
    };
    const before = await notes();
    await at.visit(async (page) => {
      await page.goto("/devices?q=Row");
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Tags", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Tags and attributes of 2 devices" });
      await dialog.getByLabel("Add tags").fill("wet");
      await dialog.getByLabel("Remove tags").fill("dry");
      await dialog.getByRole("button", { name: "Add attribute" }).click();
      await dialog.getByLabel("Name of attribute 1").fill("bay");
      await dialog.getByLabel("Value of attribute 1").fill("North");
      await dialog.getByRole("button", { name: "Change" }).click();
      await page.getByText("2 devices changed").waitFor();
      expect(await notes()).toEqual([
        [["wet"], { bay: "North" }],
        [["wet"], { bay: "North" }],
      ]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
    });
    expect(await notes()).toEqual(before);
  });

  test("gets another device like one that it has", async () => {
    const { uuid, token } = await createDevice("Chiller", { tags: ["cold"] });
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/settings`);
      await page.getByRole("button", { name: "Duplicate…" }).click();
      await page.getByRole("dialog").getByLabel("Device name").fill("Chiller 2");
      await page.getByRole("button", { name: "Create device" }).click();
      await page.getByRole("heading", { name: "Chiller 2" }).waitFor();
      await page.getByText("Waiting for the first reading").waitFor();
      expect(page.url()).not.toContain(uuid);
      expect(await page.content()).not.toContain(token);
    });
    const { items } = await at.owner.do("GET", "./devices?name=Chiller%202");
    expect(items).toMatchObject([{ sensor_count: 1, tags: ["cold"] }]);
  });
});
