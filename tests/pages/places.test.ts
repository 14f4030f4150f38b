import { beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ManageSession } from "../browser/world/manage-session.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

/** Old addresses, where they lead, and what is there. */
const moved: readonly (readonly [from: string, to: string, heading: string])[] = [
  ["/alarms/dead-letters", "/system/dead-letters", "Dead letters"],
  ["/alarms/outbox?state=dead&kind=webhook", "/system/outbox?state=dead&kind=webhook", "Outbox"],
  ["/settings/groups", "/devices/groups", "Device groups"],
  ["/settings/templates/new", "/devices/templates/new", "New template"],
  ["/settings/sensor-types", "/devices/sensor-types", "Sensor types"],
  ["/settings/notifications", "/alarms/notifications", "Notifications"],
  ["/settings/limits", "/system/limits", "Limits"],
  ["/settings/audit?days=7", "/system/audit?days=7", "Audit log"],
  ["/settings/system/", "/system", "System"],
];

/** Pages with a guide about them. */
const guided: readonly (readonly [path: string, title: string, guide: string])[] = [
  ["/boards", "Boards", "/docs/boards"],
  ["/charts", "Charts", "/docs/charts"],
  ["/chains", "Rule chains", "/docs/rule-chains"],
  ["/activity", "Activity", "/docs/activity"],
  ["/alarms", "Alarms", "/docs/alarms"],
  ["/alarms/rules", "Alert rules", "/docs/alert-rules"],
  ["/alarms/notifications", "Notifications", "/docs/notifications"],
  ["/devices", "Devices", "/docs/fleets"],
  ["/devices/templates", "Templates", "/docs/fleets#templates"],
  ["/devices/import", "Import devices", "/docs/fleets#create-devices-from-a-csv-file"],
  ["/system/limits", "Limits", "/docs/limits"],
];

describePages("places", (at) => {
  let editor: ManageSession;
  beforeAll(async () => {
    editor = await at.letIn(at.people.editor, "editor");
  });

  /** The status of a server is refused here, because no server runs. Whether a page is told depends on when it is left. */
  const statusUnknown = () => ({
    expected: [`GET /api/manage/v1/accounts/${at.owner.account}/system 500`],
  });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

  test.each(moved)("lead from the old address %s to %s, with all it said", async (from, to, title) => {
    await at.visit(async (page) => {
      await page.goto(from);
      await heading(page, title).waitFor();
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe(to);
    }, statusUnknown());
  });

  test("lead to the guide about them", async () => {
    await at.visit(async (page) => {
      for (const [path, title, guide] of guided) {
        await page.goto(path);
        const link = page.getByRole("link", { name: `Learn more about ${title}` });
        await link.waitFor();
        expect([path, await link.getAttribute("href")]).toEqual([path, guide]);
        const [file, part] = guide.slice("/docs/".length).split("#");
        const text = readFileSync(join(import.meta.dir, `../../docs/guide/${file}.md`), "utf8");
        const parts = [...text.matchAll(/^## (.*)$/gm)].map(([, words]) =>
          words!.toLowerCase().replaceAll(" ", "-"),
        );
        if (part !== undefined) expect(parts).toContain(part);
      }
    });
  });

  test("have a tab of System for the cluster only if there is one", async () => {
    await at.visit(async (page) => {
      await page.goto("/system/cluster");
      await page.getByText("This installation runs on one machine").waitFor();
      await page.goto("/system/limits");
      await page.getByText("Shared with other accounts").waitFor();
      const tabs = await page.getByRole("navigation", { name: "Tabs" }).textContent();
      expect(tabs).toBe("StatusOutboxDead lettersLimitsAudit log");
    });
  });

  test("show the status of the server to its operator, and of the account to others", async () => {
    await at.visit(
      async (page) => {
        await page.goto("/system/cluster");
        await page.getByText(/^Only the operator can see/).waitFor();
        await page.goto("/system");
        const figures = page.getByRole("article").filter({ hasText: "Readings to process" });
        await page.getByText("Readings to process").waitFor();
        await page.getByText("No limit is used to 80 % or more.").waitFor();
        await page.getByRole("link", { name: "Messages to send" }).click();
        await page.getByRole("heading", { level: 1, name: "Outbox" }).waitFor();
        expect(await figures.count()).toBe(0);
      },
      { session: editor },
    );
  });

  test("find a sensor of any device by its name in Charts", async () => {
    const sensors = [{ slug: "s1", name: "Carbon dioxide" }];
    const hall = await at.owner.do("POST", "./devices", { name: "Hall north", sensors });
    await at.visit(async (page) => {
      await page.goto("/charts");
      await page.getByRole("button", { name: "Sensors", exact: true }).click();
      await page.getByLabel("Search sensors and devices").fill("dioxide hall");
      await page.getByRole("button", { name: /^Carbon dioxide.*Hall north$/ }).click();
      const asked = () => new URL(page.url()).searchParams.get("sensors");
      await waitUntil("the sensor is chosen", async () => asked() === `${hall.uuid}~s1`);
    });
  });

  test("propose the sensors of recently seen devices and the saved charts in Charts, and open them", async () => {
    const greenhouse = await at.createDevice(["temperature", "humidity"]);
    const sensors = [{ device: greenhouse.uuid, sensor: "humidity" }];
    const saved = await at.owner.do("POST", "./charts", { name: "Damp", definition: { sensors } });
    await at.visit(async (page) => {
      await page.goto("/charts");
      await page.getByText("Which sensors do you want to see?").waitFor();
      await page.getByRole("link", { name: /^Test device/ }).click();
      await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
      const asked = () => new URL(page.url()).searchParams.get("sensors");
      expect(asked()).toBe(`${greenhouse.uuid}~temperature,${greenhouse.uuid}~humidity`);
      await page.goto("/charts");
      await page.getByRole("link", { name: "Damp" }).click();
      await waitUntil("its sensors are chosen", async () => asked() === `${greenhouse.uuid}~humidity`);
      expect(new URL(page.url()).searchParams.get("saved")).toBe(saved.uuid);
    });
  });

  test("lead from the chart of a device to the same chart in Charts", async () => {
    const { uuid } = await at.createDevice(["temperature", "humidity"]);
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/charts?sensors=humidity,temperature&range=7d&hidden=humidity`);
      await page.getByRole("link", { name: "Open in Charts" }).click();
      await waitUntil("Charts are shown", async () => new URL(page.url()).pathname === "/charts");
      const asked = new URL(page.url()).searchParams;
      expect(asked.get("sensors")).toBe(`${uuid}~humidity,${uuid}~temperature`);
      expect([asked.get("hidden"), asked.get("range")]).toEqual([`${uuid}~humidity`, "7d"]);
    });
  });
});
