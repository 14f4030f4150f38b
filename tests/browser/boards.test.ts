import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";

import { waitUntil } from "../harness/wait-until.ts";
import { describeOnSharpScreen } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilLive } from "./harness/until-live.ts";
import { phone } from "./harness/visit.ts";
import type { OwnedDevice } from "./world/owned-account.ts";
import { sendReadings } from "./world/world-traffic.ts";

const minuteMs = 60_000;

await describeOnSharpScreen("boards", (at) => {
  let north: OwnedDevice;
  let south: OwnedDevice;
  beforeAll(async () => {
    north = await at.createDevice(["temperature", "door"]);
    south = await at.createDevice(["temperature", "door"]);
    await at.owner.do("PATCH", `./devices/${north.uuid}`, { name: "North" });
    await at.owner.do("PATCH", `./devices/${south.uuid}`, { name: "South" });
    await send(north, "temperature", [20, 21, 21.5]);
    await send(north, "door", [0, 1, 1]);
    await send(south, "temperature", [4, 5, 5.5]);
    await at.untilSettled();
  }, setUpTimeoutMs);

  async function send(device: OwnedDevice, sensor: string, values: readonly number[]): Promise<void> {
    const data = values.map((value, nth) => ({
      value,
      timestamp: new Date(Date.now() - (values.length - nth) * minuteMs).toISOString(),
    }));
    await sendReadings(at.served.url, device, `/sensors/${sensor}/readings/bulk`, { data });
  }

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

  test("are made of a device with one click, show its values, and follow them over one stream", async () => {
    await at.visit(async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1)!));
      await page.goto(`/devices/${north.uuid}`);
      await page.getByRole("button", { name: "Create board" }).click();
      await page.waitForURL(/\/boards\//);
      await tile(page, "temperature").getByText("21.5").waitFor();
      await tile(page, "temperature, door").getByRole("group").waitFor();
      await untilShown(page);
      asked.length = 0;
      await page.reload();
      await tile(page, "temperature").getByText("21.5").waitFor();
      await tile(page, "temperature, door").getByRole("group").waitFor();
      await untilLive(page);
      // Two values and two lines of a chart: one request for the small curves and one for the large ones.
      expect(asked.filter((name) => name === "buckets").length).toBe(2);
      expect(asked.filter((name) => name === "live").length).toBe(1);
      const narrowed = page.waitForRequest((request) => request.url().includes("/live?"));
      await send(north, "temperature", [23.25]);
      await tile(page, "temperature").getByText("23.25").waitFor();
      const { searchParams } = new URL((await narrowed).url());
      expect(searchParams.get("kinds")).not.toContain("activity");
      expect(searchParams.get("values")!.split(",")).toHaveLength(north.sensors.length);
      await send(north, "temperature", [24.75]);
      await tile(page, "temperature").getByText("24.75").waitFor();

      // Dragging across the chart enlarges that part, which is loaded with narrower buckets, until it is reset.
      const chart = tile(page, "temperature, door");
      const area = (await chart.locator(".u-over").boundingBox())!;
      const middle = area.y + area.height / 2;
      const zoomed = page.waitForRequest((request) => /buckets\?.*&to=/.test(request.url()));
      await page.mouse.move(area.x + area.width * 0.5, middle);
      await page.mouse.down();
      await page.mouse.move(area.x + area.width * 0.9, middle, { steps: 4 });
      await page.mouse.up();
      const { searchParams: loaded } = new URL((await zoomed).url());
      const seconds = (Date.parse(loaded.get("to")!) - Date.parse(loaded.get("from")!)) / 1000;
      expect(seconds / 3600).toBeWithin(9, 10.5);
      expect(Number(loaded.get("bucket"))).toBeLessThan(300);
      await chart.getByRole("button", { name: "Reset zoom" }).click();
      await chart.getByRole("button").waitFor({ state: "detached" });
    });
  });

  test("are built and arranged with the keyboard alone, and every step can be undone", async () => {
    const { uuid } = await create("By keyboard", { tiles: [note("First", [0, 0, 3, 2])] });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}`);
      await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
      await page.getByRole("button", { name: "Add tile" }).press("Enter");
      await page.getByRole("menuitem", { name: "Value", exact: true }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Add a value tile" });
      await dialog.getByRole("combobox", { name: "Device" }).fill("South");
      const options = page.getByRole("option");
      await waitUntil("South is found", async () => (await options.allInnerTexts()).join() === "South");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await dialog.getByLabel("Sensor").selectOption("temperature");
      await dialog.getByLabel("Title").fill("Cellar");
      await page.keyboard.press("Enter");
      await tile(page, "Cellar").getByText("5.5").waitFor();

      const handle = page.getByRole("button", { name: "Move or resize Cellar" });
      const said = page.getByRole("status").filter({ hasText: "Cellar:" });
      await handle.press("ArrowRight");
      await said.getByText("Column 5, row 1, 3 wide, 2 high").waitFor();
      await handle.press("Shift+ArrowDown");
      await handle.press("Shift+ArrowLeft");
      await said.getByText("Column 5, row 1, 2 wide, 3 high").waitFor();
      for (let nth = 0; nth < 4; nth++) await handle.press("ArrowLeft");
      // The first tile made room. The focus stays on the handle all the time.
      await said.getByText("Column 1, row 1, 2 wide, 3 high").waitFor();
      await page.getByRole("button", { name: "Move or resize First" }).press("Delete");
      await tile(page, "First").waitFor({ state: "detached" });
      await page.keyboard.press("Control+z");
      await tile(page, "First").waitFor();
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+Shift+z");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
      expect((await show(uuid)).definition.tiles.map(({ title, place }) => [title, place])).toEqual([
        ["Cellar", { x: 0, y: 0, width: 2, height: 3 }],
        ["First", { x: 0, y: 3, width: 3, height: 2 }],
      ]);
    });
  });

  test("are arranged by dragging a tile by its header and its corner", async () => {
    const { uuid } = await create("By mouse", {
      tiles: [note("Left", [0, 0, 4, 2]), note("Right", [4, 0, 4, 2])],
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}?edit=true`);
      const [left, right] = [await boxOf(tile(page, "Left")), await boxOf(tile(page, "Right"))];
      await dragBy(page, { x: left.x + 60, y: left.y + 14 }, right.x - left.x, 0);
      const corner = { x: right.x + right.width - 5, y: right.y + right.height - 5 };
      await dragBy(page, corner, left.width / 2, right.height / 2);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Board saved.").waitFor();
      expect((await show(uuid)).definition.tiles.map(({ title, place }) => [title, place])).toEqual([
        ["Left", { x: 4, y: 0, width: 6, height: 3 }],
        ["Right", { x: 4, y: 3, width: 4, height: 2 }],
      ]);
    });
  });

  test("are renamed, duplicated, exported, imported and deleted", async () => {
    const { uuid } = await create("Barn", { tiles: [note("One", [0, 0, 3, 2])] });
    await at.visit(async (page) => {
      await page.goto("/boards");
      const act = async (board: string, action: string) => {
        await page.getByRole("button", { name: `Actions for ${board}`, exact: true }).click();
        await page.getByRole("menuitem", { name: action }).click();
      };
      await act("Barn", "Rename…");
      await page.getByRole("textbox", { name: "Name" }).fill("Old barn");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("link", { name: "Old barn" }).waitFor();
      await act("Old barn", "Duplicate");
      await page.getByRole("link", { name: "Old barn (copy)" }).waitFor();
      const downloading = page.waitForEvent("download");
      await act("Old barn", "Export");
      const file = await downloading;
      expect(file.suggestedFilename()).toBe("old-barn.json");
      const path = await file.path();
      await act("Old barn", "Delete…");
      await page.getByRole("dialog").getByRole("button", { name: "Delete board" }).click();
      await page.getByRole("link", { name: "Old barn", exact: true }).waitFor({ state: "detached" });
      const { items } = await at.owner.do("GET", "./boards");
      expect(items.map((board: { uuid: string }) => board.uuid)).not.toContain(uuid);

      await page.getByRole("button", { name: "New board" }).click();
      const dialog = page.getByRole("dialog", { name: "New board" });
      await dialog.getByLabel("Import from a file").setInputFiles(path);
      await waitUntil(
        "its name is there",
        async () => (await dialog.getByRole("textbox", { name: "Name" }).inputValue()) === "Old barn",
      );
      await dialog.getByRole("button", { name: "Create board" }).click();
      await tile(page, "One").getByText("About One").waitFor();
      await page.getByRole("button", { name: "Actions for Old barn" }).click();
      await page.getByRole("menuitem", { name: "Kiosk mode" }).click();
      await page.getByRole("navigation", { name: "Main" }).first().waitFor({ state: "detached" });
      // The rows share the height of the window, so the last tile ends above its edge.
      const { y, height } = (await tile(page, "One").boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
      expect(y + height).toBeGreaterThan(page.viewportSize()!.height - 40);
      await page.getByRole("button", { name: "Leave kiosk mode" }).click();
      await page.getByRole("link", { name: "Devices" }).waitFor();
    });
  });

  test("show where devices are, with north at the top, and the land around them", async () => {
    const locate = (device: OwnedDevice, latitude: number) =>
      at.owner.do("PATCH", `./devices/${device.uuid}`, { location: { latitude, longitude: 4.4 } });
    await Promise.all([locate(north, 51.95), locate(south, 51.9)]);
    const { uuid } = await create("Places", {
      tiles: [
        {
          id: "m",
          kind: "map",
          title: "Site",
          place: { x: 0, y: 0, width: 6, height: 5 },
          settings: { devices: { kind: "devices", devices: [south.uuid, north.uuid] } },
        },
        {
          id: "o",
          kind: "map",
          title: "Country",
          place: { x: 6, y: 0, width: 6, height: 5 },
          settings: { devices: { kind: "devices", devices: [south.uuid] } },
        },
      ],
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}`);
      // Only where land and sea can be told apart.
      await tile(page, "Country").locator("[data-outlines]").waitFor();
      expect(await tile(page, "Site").locator("[data-outlines]").count()).toBe(0);
      const legend = tile(page, "Site").getByRole("list", { name: "Signs on the map" });
      expect(await legend.getByRole("listitem").allInnerTexts()).toEqual(["Online"]);
      const boxes = ["North", "South"].map((name) => boxOf(tile(page, "Site").getByRole("link", { name })));
      const [above, below] = await Promise.all(boxes);
      expect(above!.y).toBeLessThan(below!.y);
      await tile(page, "Site").getByText("2 km").waitFor();
    });
  });

  test("have tables with whole words in names, with columns that most devices have, and that follow connections", async () => {
    const slugs = ["temperature", "humidity", "pressure", "voltage", "power", "flow"];
    const named = async (name: string, own: readonly string[] = []) => {
      const sensors = [...slugs, ...own].map((slug) => ({ slug }));
      return (await at.owner.do("POST", "./devices", { name, tags: ["cold"], sensors })) as OwnedDevice;
    };
    const room = await named("Cooling room", ["alone"]);
    await named("Refrigerator");
    await named("Freezer");
    const { uuid } = await create("Cold", {
      tiles: [
        {
          id: "now",
          kind: "table",
          title: "Now",
          place: { x: 0, y: 0, width: 4, height: 5 },
          settings: { devices: { kind: "tag", tag: "cold" }, sensors: null },
        },
      ],
    });
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}`);
      const table = tile(page, "Now").getByRole("table");
      await table.getByRole("columnheader", { name: "voltage" }).waitFor();
      expect(await table.getByRole("columnheader", { name: "alone" }).count()).toBe(0);
      expect(await page.evaluate(namesByLine)).toEqual(["Cooling room", "Freezer", "Refrigerator"]);
      const row = table.getByRole("row").filter({ hasText: "Cooling room" });
      await row.getByText("Never connected").waitFor();
      await untilLive(page);
      await send(room, "temperature", [3]);
      await row.getByText("Online").waitFor();
      // While the columns scroll, the names stay at the left border.
      const name = row.getByRole("cell").first();
      const before = (await boxOf(name)).x;
      await page.evaluate("document.querySelector('article section').scrollLeft = 120");
      expect((await boxOf(row.getByRole("cell").nth(1))).x).toBeLessThan(before + 100);
      expect((await boxOf(name)).x).toBe(before);
    });
  });

  test("have one column on a phone, in which tiles are moved and resized by their menus", async () => {
    const { uuid } = await create("Pocket", {
      tiles: [note("C", [0, 2, 12, 2]), note("B", [6, 0, 6, 2]), note("A", [0, 0, 6, 2])],
    });
    await at.visit(
      async (page) => {
        await page.goto(`/boards/${uuid}`);
        await tile(page, "C").waitFor();
        const boxes = await Promise.all(["A", "B", "C"].map((name) => boxOf(tile(page, name))));
        expect(new Set(boxes.map(({ x }) => x)).size).toBe(1);
        expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).toSorted((a, b) => a - b));

        await page.getByRole("button", { name: "Edit", exact: true }).click();
        const order = () => page.getByRole("article").getByRole("heading").allInnerTexts();
        const said = page.getByRole("status");
        const arrange = page.getByRole("button", { name: "Arrange B" });
        // The menu is opened and used with the keyboard, and stays open for the next step.
        await arrange.press("Enter");
        await page.getByRole("menuitem", { name: "Move up" }).press("Enter");
        await said.getByText("B: Tile 1 of 3, 6 wide, 2 high.").waitFor();
        expect(await order()).toEqual(["B", "A", "C"]);
        const isUp = () => page.getByRole("menuitem", { name: "Move up" }).getAttribute("aria-disabled");
        expect(await isUp()).toBe("true");
        const taller = page.getByRole("menuitem", { name: "Taller" });
        await taller.click();
        await taller.click();
        await page.getByRole("menuitem", { name: "Narrower on large screens" }).click();
        await said.getByText("B: Tile 1 of 3, 5 wide, 4 high.").waitFor();
        const { height } = await boxOf(tile(page, "B"));
        expect(height).toBeGreaterThan(boxes[1]!.height + 100);
        await page.keyboard.press("Escape");
        await page.locator('button[aria-label="Arrange B"]:focus').waitFor();
        await arrange.click();
        await page.getByRole("menuitem", { name: "Move down" }).click();
        await said.getByText("B: Tile 2 of 3").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("Board saved.").waitFor();
        expect((await show(uuid)).definition.tiles.map(({ title }) => title)).toEqual(["A", "B", "C"]);
      },
      { viewport: phone },
    );
  });
});

/** Runs in the page. Returns the names of devices in tables with a slash where a line ends within a word. */
const namesByLine = `[...document.querySelectorAll("article td:first-child a")].map(({ firstChild: text }) => {
  const range = new Range();
  const topOf = (nth) => {
    range.setStart(text, nth);
    range.setEnd(text, nth + 1);
    return range.getBoundingClientRect().top;
  };
  const isBroken = (nth) => nth > 0 && text.data[nth - 1] !== " " && topOf(nth) > topOf(nth - 1) + 4;
  return [...text.data].map((sign, nth) => (isBroken(nth) ? "/" + sign : sign)).join("");
})`;

function tile(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}

async function boxOf(part: Locator) {
  await part.waitFor();
  return (await part.boundingBox())!;
}

async function dragBy(
  page: Page,
  from: { readonly x: number; readonly y: number },
  byX: number,
  byY: number,
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + byX / 2, from.y + byY / 2);
  await page.mouse.move(from.x + byX, from.y + byY);
  // Shows where the tile will be.
  await page.locator("[data-drop-place]").waitFor();
  await page.mouse.up();
  await page.locator("[data-drop-place]").waitFor({ state: "detached" });
}
