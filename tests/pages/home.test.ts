import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

describePages("Home", (at) => {
  const create = (name: string, owner = "account") =>
    at.owner.do("POST", "./boards", {
      name,
      owner,
      definition: {
        tiles: [
          {
            id: "note",
            kind: "text",
            title: "Note",
            place: { x: 0, y: 0, width: 4, height: 2 },
            settings: { text: `About ${name}` },
          },
        ],
      },
    }) as Promise<{ uuid: string }>;
  // The state of the installation is known only to a server that runs.
  const system = () => `GET /api/manage/v1/accounts/${at.owner.account}/system 500`;
  const visit = (act: (page: Page) => Promise<void>, expected: readonly string[] = []) =>
    at.visit(act, { expected: [system(), ...expected] });
  const pinned = async () => (await at.owner.do("GET", "./home-board")).pinned as string | null;
  const pin = (board: string | null) => at.owner.do("PUT", "./home-board/pinned", { board });

  test("shows how to begin in a new account, and the overview once there is a device", async () => {
    await visit(async (page) => {
      await page.goto("/");
      await page.getByRole("heading", { name: "Create a device" }).waitFor();
    });
    // Devices that are disabled have been set up, even if none has connected.
    await at.owner.do("POST", "./devices", { name: "Resting", enabled: false });
    await visit(async (page) => {
      await page.goto("/");
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await page.getByRole("article", { name: "Devices" }).waitFor();
      await page.getByText("No problems found").waitFor();
      await page.getByRole("link", { name: "No active alarms" }).click();
      await page.getByRole("heading", { name: "Alarms", level: 1 }).waitFor();
    });
  });

  test("shows a board that is pinned in its menu, until it is unpinned", async () => {
    await create("Cooling");
    await visit(async (page) => {
      await page.goto("/boards");
      await choose(page, "Actions for Cooling", "Pin to Home");
      await page.getByText("Cooling is on your Home.").waitFor();
      await page.goto("/");
      await page.getByText("About Cooling").waitFor();
      await page.getByRole("link", { name: "Cooling" }).click();
      await page.getByRole("heading", { name: "Cooling", level: 1 }).waitFor();
      await choose(page, "Actions for Cooling", "Unpin from Home");
      await waitUntil("nothing is pinned", async () => (await pinned()) === null);
      await page.goto("/");
      await page.getByRole("heading", { name: "Overview" }).waitFor();
    });
  });

  test("offers all boards and the overview, and undoes the choice", async () => {
    const { uuid } = await create("Heating");
    await visit(async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Choose board" }).click();
      const dialog = page.getByRole("dialog", { name: "Choose board" });
      await dialog.getByRole("option", { name: "Heating" }).waitFor();
      await dialog.getByLabel("Board", { exact: true }).selectOption(uuid);
      await dialog.getByRole("button", { name: "Pin to Home" }).click();
      await page.getByText("About Heating").waitFor();
      expect(await pinned()).toBe(uuid);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      expect(await pinned()).toBeNull();
    });
  });

  test("shows the account's default board to members who have pinned none, and to others what they have pinned", async () => {
    const { uuid } = await create("Lobby");
    await visit(async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Choose board" }).click();
      const dialog = page.getByRole("dialog", { name: "Choose board" });
      await dialog.getByRole("option", { name: "Lobby" }).waitFor();
      await dialog.getByLabel("Board", { exact: true }).selectOption(uuid);
      await dialog.getByLabel("Also for members who have pinned no board").check();
      await dialog.getByRole("button", { name: "Pin to Home" }).click();
      await page.getByText("About Lobby").waitFor();
    });
    const viewer = await at.letIn(at.people.viewer, "viewer");
    await at.visit(
      async (page) => {
        await page.goto("/");
        await page.getByText("About Lobby").waitFor();
        expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
        await page.getByRole("button", { name: "Choose board" }).click();
        const dialog = page.getByRole("dialog", { name: "Choose board" });
        expect(await dialog.getByRole("checkbox").count()).toBe(0);
        await dialog.getByLabel("Board", { exact: true }).selectOption("overview");
        await dialog.getByRole("button", { name: "Pin to Home" }).click();
        await page.getByRole("heading", { name: "Overview" }).waitFor();
      },
      { session: viewer },
    );
    await at.owner.do("PUT", "./home-board/default", { board: null });
    await pin(null);
  });

  test("says that the pinned board is gone, and shows the overview instead", async () => {
    const { uuid } = await create("Gone", "person");
    await pin(uuid);
    await at.owner.do("DELETE", `./boards/${uuid}`);
    await visit(
      async (page) => {
        await page.goto("/");
        await page.getByText("The board you pinned was deleted").waitFor();
        await page.getByRole("heading", { name: "Overview" }).waitFor();
        await page.getByRole("button", { name: "OK" }).click();
        await waitUntil("the note is gone", async () => {
          return (await page.getByText("The board you pinned was deleted").count()) === 0;
        });
        expect(await pinned()).toBeNull();
      },
      [`GET /api/manage/v1/accounts/${at.owner.account}/boards/${uuid} 404`],
    );
  });

  test("asks for values before the board is drawn", async () => {
    const device = await at.owner.do("POST", "./devices", { name: "Kiln", sensors: [{ slug: "heat" }] });
    const source = { device: device.uuid, sensor: "heat" };
    const settings = { severities: ["critical", "warning", "info"], max: 5 };
    const definition = {
      tiles: [
        { id: "a", kind: "alarms", title: "", place: { x: 0, y: 0, width: 4, height: 2 }, settings },
        {
          id: "v",
          kind: "value",
          title: "",
          place: { x: 4, y: 0, width: 4, height: 2 },
          settings: { source },
        },
      ],
    };
    const { uuid } = await at.owner.do("POST", "./boards", { name: "Kiln", owner: "account", definition });
    await pin(uuid);
    await visit(async (page) => {
      await page.goto("/");
      await page.getByText("No data").waitFor();
      const placeOf = (part: string) => page.asked.findIndex((path) => path.includes(part));
      const asked = [`/sensors?devices=${device.uuid}`, "/devices?", "/alarms?state=active"];
      expect(asked.map(placeOf)).toEqual(asked.map(placeOf).toSorted((a, b) => a - b));
      expect(placeOf("/sensors?")).toBeGreaterThan(-1);
      expect(page.asked.filter((path) => path.includes("/sensors?")).length).toBe(1);
    });
    await pin(null);
  });

  test("saves the overview as a board to customize, and pins it", async () => {
    await visit(async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Customize" }).click();
      await page.getByRole("button", { name: "Save" }).waitFor();
      const { items } = await at.owner.do("GET", "./boards");
      const made = items.find(({ name }: { name: string }) => name === "Home");
      await waitUntil("it is pinned", async () => (await pinned()) === made.uuid);
    });
    await pin(null);
  });
});

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
