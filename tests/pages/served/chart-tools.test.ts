import { beforeAll, expect, test } from "bun:test";
import { addDeviceOfFourHours, range, startMs } from "../../browser/world/four-hours.ts";
import type { OwnedDevice } from "../../browser/world/owned-account.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { drawnTexts } from "../harness/silent-sources.ts";

describeServedPages("tools of charts", (at) => {
  let device: OwnedDevice;
  let charts: string;
  beforeAll(async () => {
    device = await addDeviceOfFourHours(at);
    charts = `/devices/${device.uuid}/charts?${range}`;
  });

  const labels = () => drawnTexts.splice(0);

  test("choose the figure and the width of buckets, and the ends of the axis, and keep them in the link", async () => {
    await at.visit(async (page) => {
      await page.goto(charts);
      await page.getByRole("button", { name: "Options" }).click();
      const options = page.getByRole("dialog", { name: "Chart options" });
      await options.getByLabel("Each point shows").selectOption("Sum");
      await options.getByLabel("Time per point").selectOption("1 h");
      await options.getByLabel("Axis from").fill("0");
      await options.getByLabel("Axis to").fill("-1");
      await options.getByText("Must be higher.").waitFor();
      await options.getByLabel("Axis to").fill("1000");
      await page.waitForURL(/show=sum.*per=3600.*y=%7E0%7E1000/);
      await page.keyboard.press("Escape");
      await options.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Sum per 1 h" }).waitFor();
      // The first hour adds up to 222.5. The figures below the chart are still those of the readings.
      await page.getByRole("group", { name: /^temperature from/i }).focus();
      await page.keyboard.press("Shift+ArrowRight");
      const row = page.getByRole("table", { name: "Values in this range" }).getByRole("row").nth(1);
      await row.getByText("222.5", { exact: true }).waitFor();
      expect((await row.getByRole("cell").allInnerTexts()).slice(2, 5)).toEqual(["20", "22.25", "24.5"]);
      expect(labels()).toEqual(expect.arrayContaining(["0", "1000"]));

      await page.reload();
      await page.getByRole("button", { name: "Sum per 1 h" }).waitFor();
      await row.getByText("22.25").waitFor();
      expect(labels().filter((text) => /^\d+$/.test(text))).toContain("1000");
    });
  });

  test("draw the limits of alert rules that apply to the sensor, until they are switched off", async () => {
    const { uuid: sensor } = device.sensors[0]!;
    const rule = (name: string, condition: object, target: object) =>
      at.owner.do("POST", "./alert-rules", { name, severity: "warning", text: name, target, condition });
    await at.owner.do("POST", "./device-groups", { name: "Cellars" });
    for (const name of ["Freezer", "Fridge"]) await at.owner.do("POST", "./templates", { name });
    await at.owner.do("PATCH", `./devices/${device.uuid}`, { group: "Cellars", template: "Freezer" });
    await at.owner.do("PATCH", `./devices/${device.uuid}/sensors/temperature`, { type: "warmth" });
    await rule("Too warm", { kind: "above", limit: 26 }, { kind: "sensor", sensor });
    await rule("Of the group", { kind: "above", limit: 27 }, { kind: "group", group: "Cellars" });
    await rule("Of the template", { kind: "above", limit: 28 }, { kind: "template", template: "Freezer" });
    await rule("Another template", { kind: "above", limit: 29 }, { kind: "template", template: "Fridge" });
    await rule("Of the type", { kind: "above", limit: 30 }, { kind: "type", type: "warmth" });
    await rule("Elsewhere", { kind: "above", limit: 21 }, { kind: "type", type: "humidity" });
    await at.visit(async (page) => {
      await page.goto(charts);
      const limits = page.getByRole("list", { name: "Alert rule limits" });
      await limits.getByText("Too warm: above 26").waitFor();
      const listed = await limits.getByRole("link").allInnerTexts();
      expect(listed.map((text) => text.trim()).sort()).toEqual([
        "Of the group: above 27",
        "Of the template: above 28",
        "Of the type: above 30",
        "Too warm: above 26",
      ]);
      await waitUntil("the limits are drawn", async () => {
        const drawn = labels();
        return drawn.includes("Too warm") && drawn.includes("Of the template");
      });
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByLabel("Alert rule limits", { exact: true }).last().uncheck();
      await limits.waitFor({ state: "detached" });
      await page.waitForURL(/limits=false/);
    });
  });

  test("derive a series, hide a line, save the chart, open it again, rename and delete it", async () => {
    await at.visit(async (page) => {
      await page.goto(charts);
      const table = page.getByRole("table", { name: "Values in this range" });
      await table.getByText("22.25").waitFor();
      await page.getByRole("button", { name: "Sensors", exact: true }).click();
      await page.getByRole("button", { name: "Add derived series…" }).click();
      const dialog = page.getByRole("dialog", { name: "Add derived series" });
      await dialog.getByLabel("Name").fill("Fahrenheit");
      await dialog.getByLabel("Expression").fill("a * 1.8 + b");
      await dialog.getByText('There is no variable "b". The variables are a.').waitFor();
      expect(await dialog.getByRole("button", { name: "Add series" }).isDisabled()).toBe(true);
      await dialog.getByLabel("Expression").fill("a * 1.8 + 32");
      await dialog.getByLabel("Unit").fill("°F");
      await dialog.getByRole("button", { name: "Add series" }).click();
      const derived = table.getByRole("row").filter({ hasText: "Fahrenheit" });
      await derived.getByText("68 °F").waitFor();
      await table.getByRole("button", { name: "Hide temperature" }).click();
      await page.waitForURL(/hidden=temperature/);

      await page.getByRole("button", { name: "Saved", exact: true }).click();
      await page.getByRole("button", { name: "Save this chart…" }).click();
      await page.getByRole("dialog", { name: "Save this chart" }).getByLabel("Name").fill("Heat");
      await page.getByRole("button", { name: "Save chart", exact: true }).click();
      await page.waitForURL(/saved=/);
      const { items } = await at.owner.do("GET", "./charts");
      const { definition } = await at.owner.do("GET", `./charts/${items[0].uuid}`);
      expect(definition).toMatchObject({
        sensors: [{ device: device.uuid, sensor: "temperature", is_hidden: true }],
        derived: [{ name: "Fahrenheit", unit: "°F", expression: "a * 1.8 + 32" }],
        range: { kind: "fixed", from: new Date(startMs).toISOString() },
      });

      await page.goto(`/devices/${device.uuid}/charts`);
      await page.getByRole("button", { name: "Saved", exact: true }).click();
      await page.getByRole("button", { name: "Heat", exact: true }).click();
      await page.getByRole("group", { name: /^Fahrenheit from/ }).waitFor();
      await page.getByRole("button", { name: "Heat", exact: true }).click();
      await page.getByRole("button", { name: "Actions for Heat" }).click();
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Warmth");
      await page.getByRole("button", { name: "Rename", exact: true }).click();
      await page.getByRole("button", { name: "Warmth", exact: true }).click();
      await page.getByRole("button", { name: "Actions for Warmth" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      await page.getByRole("button", { name: "Delete chart" }).click();
      await page.getByRole("button", { name: "Saved", exact: true }).waitFor();
      expect((await at.owner.do("GET", "./charts")).items).toEqual([]);
    });
  });

  test("open a saved chart without what was deleted, and offer to delete one of which nothing is left", async () => {
    const gone = await at.owner.do("POST", "./devices", { name: "Old freezer", sensors: [{ slug: "air" }] });
    const lost = { device: gone.uuid, sensor: "air" };
    const left = { device: device.uuid, sensor: device.sensors[0]!.uuid };
    const save = async (name: string, ...sensors: object[]): Promise<string> =>
      (await at.owner.do("POST", "./charts", { name, definition: { sensors } })).uuid;
    const mixed = await save("Both", lost, left);
    const empty = await save("Old", lost);
    await at.owner.do("DELETE", `./devices/${gone.uuid}`);
    const path = `/api/manage/v1/accounts/${at.owner.account}/devices/${gone.uuid}`;
    const expected = [`GET ${path} 404`, `GET ${path}/sensors 404`];
    await at.visit(
      async (page) => {
        const open = (uuid: string) => page.goto(`/devices/${gone.uuid}/charts?saved=${uuid}&sensors=air`);
        await open(mixed);
        await page.getByText("A sensor of this chart no longer exists: air of a deleted device.").waitFor();
        expect(new URL(page.url()).pathname).toBe(`/devices/${device.uuid}/charts`);
        await page.getByRole("table", { name: "Values in this range" }).getByText("22.25").waitFor();
        await page.getByRole("button", { name: "Remove it from the chart" }).click();
        await page.getByText("no longer exists").waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Both", exact: true }).click();
        await page.getByRole("button", { name: "Save changes" }).click();
        await page.getByText("Both was saved.").waitFor();
        const { definition } = await at.owner.do("GET", `./charts/${mixed}`);
        expect(definition.sensors).toEqual([{ ...left, is_hidden: false }]);

        await open(empty);
        await page.getByText("The devices of “Old” no longer exist").waitFor();
        await page.getByRole("button", { name: "Delete chart…" }).waitFor();
        await page.getByRole("link", { name: "Choose other sensors" }).click();
        await page.getByText("None of this chart’s sensors exist anymore: air of a deleted").waitFor();
        await page.getByRole("button", { name: "Delete chart…" }).click();
        await page.getByRole("button", { name: "Delete chart", exact: true }).click();
        await page.getByText("The saved chart was deleted.").waitFor();
        const { items } = await at.owner.do("GET", "./charts");
        expect(items.map(({ uuid }: { uuid: string }) => uuid)).toEqual([mixed]);
        await at.owner.do("DELETE", `./charts/${mixed}`);
      },
      { expected },
    );
  });
});
