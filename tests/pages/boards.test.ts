import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Locator } from "./harness/locator.ts";
import type { Page } from "./harness/page.ts";
import { untilShown } from "./harness/until-shown.ts";

describePages("boards", (at) => {
  const create = (name: string, definition: object = {}) =>
    at.owner.do("POST", "./boards", { name, definition }) as Promise<{ uuid: string }>;
  const show = (uuid: string) =>
    at.owner.do("GET", `./boards/${uuid}`) as Promise<{
      version: number;
      definition: { tiles: { title: string; place: object }[] };
    }>;
  const note = (id: string, place: readonly number[]) => {
    const [x, y, width, height] = place;
    return { id, kind: "text", title: id, place: { x, y, width, height }, settings: { text: `About ${id}` } };
  };

  test("are not overwritten if somebody else has changed them, unless the person wants that", async () => {
    const { uuid } = await create("Shared", { tiles: [note("One", [0, 0, 3, 2])] });
    const refused = `PATCH /api/manage/v1/accounts/${at.owner.account}/boards/${uuid} 412`;
    await at.visit(
      async (page) => {
        await page.goto(`/boards/${uuid}?edit=true`);
        await page.getByRole("button", { name: "Delete One" }).click();
        await at.owner.do("PATCH", `./boards/${uuid}`, {
          definition: { tiles: [note("Theirs", [0, 0, 3, 2])] },
        });
        await page.getByRole("button", { name: "Save" }).click();
        const warning = page.getByRole("alert").filter({ hasText: "Someone else changed this board" });
        await warning.waitFor();
        expect((await show(uuid)).definition.tiles.map(({ title }) => title)).toEqual(["Theirs"]);
        await warning.getByRole("button", { name: "Save anyway" }).click();
        await page.getByText("This board is empty").waitFor();

        await page.getByRole("button", { name: "Actions for Shared" }).click();
        await page.getByRole("menuitem", { name: "Versions…" }).click();
        await page.getByRole("button", { name: "Restore version 2" }).click();
        await tile(page, "Theirs").waitFor();
        expect((await show(uuid)).version).toBe(4);
      },
      { expected: [refused] },
    );
  });

  test("preview a text while it is typed, format it without HTML, and lead from a tile to what it shows", async () => {
    const alarms = {
      id: "alarms",
      kind: "alarms",
      title: "All alarms",
      place: { x: 0, y: 0, width: 4, height: 3 },
      settings: { severities: ["critical"], max: 5 },
    };
    const { uuid } = await create("Notes", { tiles: [alarms] });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      await page.getByRole("button", { name: "Add tile" }).click();
      await page.getByRole("menuitem", { name: /^Text/ }).click();
      await page.getByText("Fill in the form to see the tile.").waitFor();
      await page
        .getByLabel("Text", { exact: true })
        .fill("# Cellar\n- <b>cold</b>\n- [plan](https://example.org/a)");
      const preview = page.getByRole("article", { name: "Preview of Text" });
      await preview.getByText("Cellar").waitFor();
      await page.getByRole("button", { name: "Add tile", exact: true }).last().click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Board saved.").waitFor();
      const text = tile(page, "Text");
      await text.getByRole("heading", { name: "Cellar" }).waitFor();
      expect(await text.getByRole("listitem").allInnerTexts()).toEqual(["<b>cold</b>", "plan"]);
      const link = text.getByRole("link", { name: "plan" });
      expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
      await tile(page, "All alarms").getByRole("link", { name: "All alarms" }).click();
      await page.getByRole("heading", { name: "Alarms" }).first().waitFor();
    });
  });

  test("lead from the title of every tile to what it shows", async () => {
    const [first, second] = [await at.createDevice(["temperature"]), await at.createDevice(["temperature"])];
    const source = { device: first.uuid, sensor: "temperature" };
    const charts = `/charts?sensors=${first.uuid}~temperature`;
    const both = `${first.uuid},${second.uuid}`;
    const severities = ["critical", "warning", "info"];
    const named = (...devices: string[]) => ({ devices: { kind: "devices", devices } });
    const wanted: readonly (readonly [kind: string, settings: object, leadsTo: string | null])[] = [
      ["value", { source }, charts],
      ["gauge", { source }, charts],
      ["chart", { sources: [source], style: "lines", aggregation: "mean" }, charts],
      ["values", { sources: [source] }, charts],
      ["log", { of: "readings", sources: [source], max: 5 }, charts],
      ["log", { of: "alarms", max: 5 }, "/alarms?state=all"],
      ["alarms", { severities: ["critical"], max: 5 }, "/alarms?severity=critical"],
      ["alarms", { severities, max: 5 }, "/alarms"],
      [
        "table",
        { devices: { kind: "tag", tag: "cold" }, sensors: null, attributes: [] },
        "/devices?tag=cold",
      ],
      ["map", named(first.uuid, second.uuid), `/devices?devices=${both}`],
      ["map", named(first.uuid), `/devices/${first.uuid}`],
      ["group_status", { devices: { kind: "variable" } }, `/devices/${second.uuid}`],
      ["group_status", { devices: { kind: "all" } }, "/devices"],
      ["text", { text: "Hello" }, null],
    ];
    const { uuid } = await create("Links", {
      variable: { kind: "device", default: second.uuid },
      tiles: wanted.map(([kind, settings], nth) => {
        const place = { x: (nth % 4) * 3, y: Math.floor(nth / 4) * 2, width: 3, height: 2 };
        return { id: `t${nth}`, kind, title: `Tile ${nth}`, place, settings };
      }),
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}`);
      const leadTo = async () => {
        const titles = wanted.map((_, nth) =>
          tile(page, `Tile ${nth}`).getByRole("link", { name: `Tile ${nth}` }),
        );
        return Promise.all(
          titles.map(async (title) =>
            (await title.count()) ? decodeURIComponent((await title.getAttribute("href"))!) : null,
          ),
        );
      };
      const links = wanted.map(([, , leadsTo]) => leadsTo);
      await waitUntil("the sensors are known", async () => !(await leadTo()).slice(0, 5).includes(null));
      expect(await leadTo()).toEqual(links);
    });
  });

  test("say in kiosk mode what they show, and leave it with Esc", async () => {
    const device = await at.createDevice(["temperature"]);
    await at.owner.do("PATCH", `./devices/${device.uuid}`, { name: "North" });
    const { uuid } = await create("Wall", {
      variable: { kind: "device", default: device.uuid },
      tiles: [note("One", [0, 0, 3, 2])],
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?kiosk=true&range=7d`);
      await page.getByText("North · Last 7 days").waitFor();
      expect(await page.getByRole("navigation").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Devices" }).first().waitFor();
      await tile(page, "One").waitFor();
      expect(await page.getByRole("button", { name: "Leave kiosk mode" }).count()).toBe(0);
    });
  });

  test("give a gauge the usual range of its sensor's type, unless a scale was typed", async () => {
    const sensors = ["temperature", "humidity"].map((slug) => ({ slug, name: slug, type: slug }));
    const device = await at.owner.do("POST", "./devices", { name: "Measured", sensors });
    const { uuid } = await create("Gauges", { variable: { kind: "device", default: device.uuid } });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      await page.getByRole("button", { name: "Add tile" }).first().click();
      await page.getByRole("menuitem", { name: "Gauge" }).click();
      const dialog = page.getByRole("dialog");
      const lowest = dialog.getByLabel("Minimum");
      const highest = dialog.getByLabel("Maximum");
      const usual = async () =>
        [await lowest.getAttribute("placeholder"), await highest.getAttribute("placeholder")].join(" to ");
      const preview = page.getByRole("article", { name: /^Preview of/ });
      const drawn = () => preview.getByRole("img").getAttribute("aria-label");
      expect(await usual()).toBe("automatic to automatic");
      await dialog.getByRole("option", { name: "temperature" }).waitFor();
      await dialog.getByLabel("Sensor", { exact: true }).selectOption("temperature");
      await waitUntil("its range is known", async () => (await usual()) === "-40 to 85");
      await preview.getByRole("img").waitFor();
      expect(await drawn()).toBe("No data, on a scale from −40 to 85 °C");
      await highest.fill("40");
      await dialog.getByLabel("Sensor", { exact: true }).selectOption("humidity");
      await waitUntil("the other range is known", async () => (await usual()) === "0 to 100");
      await untilShown(page);
      expect(await drawn()).toBe("No data, on a scale from 0 to 40 %");
    });
  });

  test("show values of a tile in its own unit and by names, with thresholds", async () => {
    const sensors = [{ slug: "door", name: "Door", type: "door" }];
    const device = await at.owner.do("POST", "./devices", { name: "Gate", sensors });
    const source = { device: null, sensor: "door" };
    const { uuid } = await create("Own look", {
      variable: { kind: "device", default: device.uuid },
      tiles: [
        {
          id: "v",
          kind: "value",
          title: "Gate",
          place: { x: 0, y: 0, width: 3, height: 2 },
          settings: { source, thresholds: [1] },
        },
      ],
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      await page.getByRole("button", { name: "Edit Gate" }).click();
      const dialog = page.getByRole("dialog");
      const apply = dialog.getByRole("button", { name: "Apply" });
      expect(await dialog.getByLabel("Status from threshold 1").inputValue()).toBe("critical");
      await dialog.getByLabel("Unit").fill("×");
      await dialog.getByRole("button", { name: "Add threshold" }).click();
      await dialog.getByText("Fill in the form to see the tile.").waitFor();
      await dialog.getByLabel("Threshold 2", { exact: true }).fill("0");
      await dialog.getByLabel("Status from threshold 2").selectOption("OK");
      await dialog.getByRole("button", { name: "Add state" }).click();
      await dialog.getByLabel("Name of state 1").fill("Shut");
      expect(await apply.isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Remove state 2" }).click();
      await apply.click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Board saved.").waitFor();
      const { definition } = await at.owner.do("GET", `./boards/${uuid}`);
      expect(definition.tiles[0].settings).toEqual({
        source,
        unit: "×",
        thresholds: [
          { from: 1, status: "critical" },
          { from: 0, status: "ok" },
        ],
        states: [{ value: 0, name: "Shut" }],
      });
    });
  });

  test("list the newest readings or alarms, which the form of the tile tells apart", async () => {
    const device = await at.createDevice(["temperature", "humidity"]);
    const source = { device: device.uuid, sensor: "temperature" };
    const log = {
      id: "log",
      kind: "log",
      title: "Newest",
      place: { x: 0, y: 0, width: 6, height: 4 },
      settings: { of: "readings", sources: [source] },
    };
    const { uuid } = await create("Logs", { tiles: [log] });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      await tile(page, "Newest").getByText("No readings yet.").waitFor();
      await page.getByRole("button", { name: "Edit Newest" }).click();
      const dialog = page.getByRole("dialog");
      const apply = dialog.getByRole("button", { name: "Apply" });
      await dialog.getByRole("button", { name: "Add sensor" }).click();
      expect(await apply.isDisabled()).toBe(true);
      await dialog.getByLabel("Entries", { exact: true }).selectOption("Alarms");
      const shown = dialog.getByLabel("Entries shown");
      await shown.fill("101");
      expect(await apply.isDisabled()).toBe(true);
      await shown.fill("5");
      await page.getByRole("article", { name: "Preview of Newest" }).getByText("No alarms yet.").waitFor();
      await apply.click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Board saved.").waitFor();
      const { definition } = await at.owner.do("GET", `./boards/${uuid}`);
      expect(definition.tiles[0].settings).toEqual({ of: "alarms", max: 5 });
    });
  });

  test("show the columns of a table that its form chooses", async () => {
    const sensors = [{ slug: "flow", name: "Flow" }, { slug: "level", name: "Level" }, { slug: "power" }];
    const body = { name: "Pump 1", tags: ["pumps"], attributes: { site: "Bonn", floor: 2 }, sensors };
    await at.owner.do("POST", "./devices", body);
    const table = {
      id: "t",
      kind: "table",
      title: "Pumps",
      place: { x: 0, y: 0, width: 8, height: 4 },
      settings: { devices: { kind: "tag", tag: "pumps" }, sensors: null, attributes: [] },
    };
    const { uuid } = await create("Pumping", { tiles: [table] });
    const heads = (table: Locator) => table.getByRole("columnheader").allInnerTexts();
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      await page.getByRole("button", { name: "Edit Pumps" }).click();
      const form = page.getByRole("dialog", { name: "Edit table tile" });
      await form.getByLabel("site").check();
      const common = form.getByLabel("The most common sensors");
      await waitUntil("they are known", async () => !(await common.isDisabled()));
      await common.uncheck();
      // The most common ones are chosen at first.
      await form.getByLabel("Level").uncheck();
      await form.getByLabel("power").uncheck();
      const preview = form.getByRole("article");
      const wanted = ["Device", "Status", "site", "Flow"];
      await waitUntil("the preview has the columns", async () => `${await heads(preview)}` === `${wanted}`);
      await form.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Board saved.").waitFor();
      expect(await heads(tile(page, "Pumps"))).toEqual(wanted);
    });
    expect((await show(uuid)).definition.tiles).toMatchObject([
      { settings: { sensors: ["flow"], attributes: ["site"] } },
    ]);
  });

  test("give a chart a range of its own, which its preview shows and the board keeps", async () => {
    const device = await at.createDevice(["temperature"]);
    const source = { device: device.uuid, sensor: "temperature" };
    const chart = {
      id: "chart",
      kind: "chart",
      title: "Week",
      place: { x: 0, y: 0, width: 6, height: 4 },
      settings: { sources: [source] },
    };
    const { uuid } = await create("Ranges", { tiles: [chart] });
    const settings = async () => (await at.owner.do("GET", `./boards/${uuid}`)).definition.tiles[0].settings;
    await at.visit(async (page) => {
      for (const [chosen, span] of [
        ["Last 7 days", "7d"],
        ["The board’s", undefined],
      ] as const) {
        await page.goto(`/boards/${uuid}?edit=true`);
        await page.getByRole("button", { name: "Edit Week" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Time range").selectOption(chosen);
        await dialog.getByRole("button", { name: "Apply" }).click();
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("Board saved.").first().waitFor();
        await waitUntil("the range is saved", async () => (await settings()).span === span);
      }
    });
  });

  test("ask before unsaved changes are lost", async () => {
    const { uuid } = await create("Unsaved", { tiles: [note("One", [0, 0, 3, 2])] });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      await page.getByRole("button", { name: "Delete One" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Keep editing" }).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Done" }).click();
      await tile(page, "One").getByText("About One").waitFor();
    });
  });
});

function tile(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}
