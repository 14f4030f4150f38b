import { expect, test } from "bun:test";
import type { CDPSession, Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { untilShown } from "../harness/every-page.ts";
import { canvas, movesWhileOpening, node, untilInSight, viewOf } from "../harness/on-canvas.ts";
import { phone, visit } from "../harness/visit.ts";
import { rowOfSteps } from "../world/chains-in-a-row.ts";

await describeWithOwner("the canvas of the chain editor", (at) => {
  async function createRow(name: string, nodes: number): Promise<string> {
    const { uuid } = await at.owner.do("POST", "./chains", { name, definition: rowOfSteps(nodes) });
    return uuid as string;
  }

  test.each([{ width: 1024, height: 768 }])(
    "does not move from the first paint until the problems are loaded (%o)",
    async (viewport) => {
      const chain = await createRow(`Unsaved at ${viewport.width}`, 1);
      await visit({ ...at.served, viewport, person: at.person }, async (page) => {
        const { shift, boxes } = await movesWhileOpening(page, chain);
        expect(shift).toBe(0);
        expect(boxes).toHaveLength(1);
      });
    },
  );

  test("opens the list on a phone, keeps the choice in the link, and draws a readable chain", async () => {
    const chain = await createRow("In the pocket", 6);
    await visit({ ...at.served, viewport: phone, person: at.person }, async (page) => {
      await page.goto(`/chains/${chain}`);
      await page.getByRole("table", { name: "Nodes of the chain" }).waitFor();
      await page.getByRole("button", { name: "Canvas" }).click();
      await node(page, "Readings").waitFor();
      expect(new URL(page.url()).searchParams.get("view")).toBe("canvas");
      await page.reload();
      await untilInSight(page, node(page, "Readings"));
      expect((await viewOf(page)).zoom).toBeGreaterThanOrEqual(0.6);
    });
  });

  // The second is a window of 1280 by 800 pixels with text of 200 %.
  test.each([phone, { width: 640, height: 400 }])(
    "is edited where there is room for one column: nodes are added, set up, connected and deleted (%o)",
    async (viewport) => {
      const chain = await createRow(`Edited at ${viewport.width}`, 2);
      await visit({ ...at.served, viewport, person: at.person }, async (page) => {
        await page.goto(`/chains/${chain}`);
        const list = page.getByRole("table", { name: "Nodes of the chain" });
        await list.getByRole("button", { name: "Step 1" }).click();
        const settings = page.getByRole("dialog", { name: "Step 1" });
        await settings.getByLabel("Node name").fill("Note it");
        await page.getByRole("dialog", { name: "Note it" }).getByRole("button", { name: "Close" }).click();
        await page.getByRole("button", { name: "Add node" }).click();
        const adding = page.getByRole("dialog", { name: "Add a node" });
        await adding.getByLabel("Search nodes").fill("compare");
        await adding.getByRole("button", { name: "Compare", exact: true }).click();
        const added = page.getByRole("dialog", { name: "Compare" });
        await added.getByLabel("Node name").fill("Too cold");
        const cold = page.getByRole("dialog", { name: "Too cold" });
        await cold.getByLabel("Value", { exact: true }).fill("-15");
        await cold.getByLabel("Connect true to").selectOption("Note it");
        await cold.getByRole("button", { name: "Close" }).click();
        await list.getByText("true → Note it").waitFor();
        await page.getByText("Draft saved").waitFor();
        await list.getByRole("button", { name: "Too cold" }).click();
        await cold.getByRole("button", { name: "Delete this node" }).click();
        await list.getByRole("button", { name: "Too cold" }).waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Undo" }).click();
        await list.getByRole("button", { name: "Too cold" }).waitFor();
        await waitUntil("the draft is saved", async () => {
          const { draft } = await at.owner.do("GET", `./chains/${chain}`);
          const named = draft?.definition.nodes.map((each: { name: string }) => each.name) ?? [];
          return named.includes("Note it") && named.includes("Too cold");
        });
      });
    },
  );

  test.each([
    ["short", 3, ""],
    ["long", 12, ""],
    ["short, drawn everywhere", 3, "&view=canvas"],
    ["long, drawn everywhere", 12, "&view=canvas"],
  ])(
    "keeps the chain visible when the window becomes as narrow as a phone and wide again (%s)",
    async (name, nodes, view) => {
      const chain = await createRow(name, nodes);
      await at.visit(async (page) => {
        await page.goto(`/chains/${chain}?panel=dry-run${view}`);
        await untilInSight(page, node(page, "Readings"));
        for (const width of [600, 1280, 767, 768, 390, 1000, 700, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await untilRoomIs(page, width);
          if (width < 768 && view === "") continue;
          await untilInSight(page, node(page, "Readings"));
        }
      });
    },
  );

  test("moves with one finger and zooms with two", async () => {
    const chain = await createRow("Touched", 4);
    await visit({ ...at.served, viewport: phone, person: at.person }, async (page) => {
      await page.goto(`/chains/${chain}?view=canvas`);
      await untilInSight(page, node(page, "Readings"));
      const fingers = await page.context().newCDPSession(page);
      const { x, y, width, height } = (await canvas(page).boundingBox())!;
      const middle = { x: x + width / 2, y: y + height - 60 };
      const before = await viewOf(page);

      await drag(fingers, (share) => [{ x: middle.x - 80 * share, y: middle.y }]);
      const moved = await viewOf(page);
      expect(moved.x).toBeLessThan(before.x - 40);
      expect(moved.zoom).toBe(before.zoom);

      await drag(fingers, (share) => [
        { x: middle.x - 30 - 40 * share, y: middle.y },
        { x: middle.x + 30 + 40 * share, y: middle.y },
      ]);
      expect((await viewOf(page)).zoom).toBeGreaterThan(moved.zoom * 1.2);
    });
  });
});

/** Waits until the editor has adapted to the width of the window. */
async function untilRoomIs(page: Page, width: number): Promise<void> {
  const palette = page.getByRole("complementary", { name: "Nodes to add" });
  await palette.waitFor({ state: width < 768 ? "hidden" : "visible" });
  await untilShown(page);
}

type Point = { readonly x: number; readonly y: number };

/** Moves fingers on the screen from their places at 0 to their places at 1. */
async function drag(fingers: CDPSession, at: (share: number) => readonly Point[]): Promise<void> {
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    fingers.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  await touch("touchStart", at(0));
  for (let step = 1; step <= 5; step++) await touch("touchMove", at(step / 5));
  await touch("touchEnd", []);
}
