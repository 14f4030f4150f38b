import { beforeAll, expect, test } from "bun:test";
import type { ManageSession } from "../browser/world/manage-session.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

describePages("the command palette", (at) => {
  let viewer: ManageSession;
  let device: { readonly uuid: string };
  beforeAll(async () => {
    viewer = await at.letIn(at.people.viewer, "viewer");
    const sensors = [{ slug: "t1", name: "Water temperature" }];
    device = await at.owner.do("POST", "./devices", { name: "Tank 7", sensors });
    const shown = [{ device: device.uuid, sensor: "t1" }];
    await at.owner.do("POST", "./charts", { name: "Tank by night", definition: { sensors: shown } });
  });

  const search = async (page: Page, text: string) => {
    await page
      .getByRole("button", { name: /^Go to…/ })
      .first()
      .click();
    const palette = page.getByRole("dialog", { name: "Go to" });
    await palette.getByRole("combobox").fill(text);
    return palette;
  };

  const address = (page: Page): string => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };

  test("finds a sensor by its name and its device's, and shows it in Charts", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings");
      const palette = await search(page, "tank water");
      await palette.getByRole("option", { name: "Water temperature Tank 7" }).click();
      await waitUntil(
        "the sensor is shown",
        async () => decodeURIComponent(address(page)) === `/charts?sensors=${device.uuid}~t1`,
      );
    });
  });

  test("offers the page of the cluster only to those who may see it", async () => {
    await at.visit(
      async (page) => {
        await page.goto("/settings");
        // Both would match.
        const palette = await search(page, "l");
        await palette.getByRole("option", { name: "Limits", exact: true }).waitFor();
        expect(await palette.getByRole("option", { name: "Cluster", exact: true }).count()).toBe(0);
      },
      { session: viewer },
    );
  });

  test("finds devices and saved charts under their headings", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings");
      const palette = await search(page, "tank");
      for (const heading of ["Devices", "Sensors", "Saved charts"])
        await palette.getByText(heading, { exact: true }).first().waitFor();
      await palette.getByRole("option", { name: "Tank by night" }).click();
      await waitUntil("it is open", async () => address(page).startsWith("/charts?saved="));
    });
  });

  test("finds settings and actions by what people call them, and begins a board", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings");
      const palette = await search(page, "two-step");
      await palette.getByRole("option", { name: "Set up two-step sign-in" }).waitFor();
      await palette.getByRole("option", { name: "Settings: Profile" }).waitFor();
      await palette.getByRole("combobox").fill("new board");
      await palette.getByRole("option", { name: "New board" }).click();
      await page.getByRole("dialog", { name: "New board" }).waitFor();
    });
  });

  test("offers a viewer nothing that viewers may not do", async () => {
    await at.visit(
      async (page) => {
        await page.goto("/settings");
        const palette = await search(page, "new");
        await palette.getByRole("option", { name: "New board" }).waitFor();
        expect(await palette.getByRole("option", { name: "New device" }).count()).toBe(0);
        expect(await palette.getByRole("option", { name: "New alert rule" }).count()).toBe(0);
      },
      { session: viewer },
    );
  });

  test("lists matches by name before matches by UUID, and marks the latter", async () => {
    const sensors = [{ slug: "temperature" }];
    const { uuid } = await at.owner.do("POST", "./devices", { name: "Anvil", sensors });
    const part = uuid.slice(0, 8);
    await at.owner.do("POST", "./devices", { name: `Zinc ${part}`, sensors });
    await at.visit(async (page) => {
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      await search(page, part);
      const options = page.getByRole("option");
      await options.filter({ hasText: `Anvil${uuid.slice(0, 12)}…` }).waitFor();
      await options.filter({ hasText: `temperature Zinc ${part}` }).waitFor();
      const found = await options.allInnerTexts();
      // The sensor is found by the name of its device.
      expect(found).toEqual([`Zinc ${part}`, `Anvil${uuid.slice(0, 12)}…`, `temperature Zinc ${part}`]);
    });
  });
});
