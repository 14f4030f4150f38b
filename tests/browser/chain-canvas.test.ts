import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { canvas, movesWhileOpening, node, untilInSight, viewOf } from "./harness/on-canvas.ts";
import { columnPx, rowOfSteps } from "./world/chains-in-a-row.ts";

await describeWithOwner("the canvas of the chain editor", (at) => {
  async function createRow(name: string, nodes: number): Promise<string> {
    const { uuid } = await at.owner.do("POST", "./chains", { name, definition: rowOfSteps(nodes) });
    return uuid as string;
  }

  test("does not move from the first paint until the problems are loaded", async () => {
    const chain = await createRow("Unsaved", 1);
    await at.visit(async (page) => {
      const { shift, boxes } = await movesWhileOpening(page, chain);
      expect(shift).toBe(0);
      expect(boxes).toHaveLength(1);
    });
  });

  test("shows the node's settings, its own icon and the colour of its category on a card", async () => {
    const definition = {
      nodes: [
        ...rowOfSteps(0).nodes,
        { id: "cold", type: "compare", config: { value: -15 }, position: { x: columnPx, y: 0 } },
        {
          id: "site",
          type: "expression",
          name: "Northern sites",
          position: { x: columnPx, y: 150 },
          config: { when: longCondition },
        },
        { id: "scale", type: "scale", position: { x: columnPx, y: 300 } },
        { id: "alarm", type: "raise-alarm", position: { x: columnPx, y: 450 } },
      ],
      wires: [],
    };
    const { uuid } = await at.owner.do("POST", "./chains", { name: "Cards", definition });
    await at.visit(async (page) => {
      await page.goto(`/chains/${uuid}`);
      await untilShown(page);
      await node(page, "Compare").getByText("> −15", { exact: true }).waitFor();
      await node(page, "Raise alarm").getByText("Not configured").waitFor();
      // Text that is too long for the card is cut off there. The tooltip and the label for screen readers have all of
      // it.
      const cut = node(page, "Northern sites").getByText(longCondition);
      expect(await cut.evaluate(isCut)).toBe(true);
      await node(page, "Northern sites").getByTitle(longCondition).waitFor();
      await page.getByRole("group", { name: `Northern sites, Expression, ${longCondition}` }).waitFor();

      const looks = await looksOf(page, ".react-flow__node [data-node-type]");
      expect(new Set(looks.map(({ icon }) => icon)).size).toBe(5);
      expect(new Set(looks.map(({ colour }) => colour)).size).toBe(4);
      const [inPalette] = await looksOf(page, "[aria-label=Palette] [data-node-type=compare]");
      expect(looks).toContainEqual(inPalette!);
      await page.emulateMedia({ forcedColors: "active" });
      const forced = await looksOf(page, ".react-flow__node [data-node-type]");
      expect(new Set(forced.map(({ colour }) => colour))).toEqual(new Set([await textColour(page)]));
      await page.emulateMedia({ forcedColors: "none" });

      await page.getByRole("button", { name: "List" }).click();
      await page.getByRole("row", { name: /Compare.*> −15/ }).waitFor();
    });
  });

  test("shows each node in the overview in the colour of its category", async () => {
    const chain = await createRow("Overview", 26);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await page.locator(".react-flow__minimap-node").nth(25).waitFor({ state: "attached" });
      const fills = await page.evaluate<string[]>(
        `Array.from(document.querySelectorAll(".react-flow__minimap-node"), (shape) => getComputedStyle(shape).fill)`,
      );
      const [input, ...steps] = [...new Set(fills)];
      expect(steps).toHaveLength(1);
      expect(steps[0]).not.toBe(input);
    });
  });

  test("keeps a selected node visible beside its settings: dropped at the edge, by keyboard, and by link", async () => {
    const chain = await createRow("Long", 8);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await untilShown(page);
      const box = (await canvas(page).boundingBox())!;
      await page
        .getByRole("region", { name: "Palette" })
        .getByRole("button", { name: "Save", exact: true })
        .dragTo(canvas(page), { targetPosition: { x: box.width - 20, y: box.height - 20 } });
      await untilInSight(page, node(page, "Save"));

      await node(page, "Step 7").focus();
      await page.keyboard.press("Enter");
      await untilInSight(page, node(page, "Step 7"));

      await page.goto(`/chains/${chain}?node=step-5`);
      await untilInSight(page, node(page, "Step 5"));
    });
  });

  test("does not move when a visible node is selected", async () => {
    const chain = await createRow("Short", 2);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await untilShown(page);
      const before = await viewOf(page);
      await node(page, "Readings").click();
      await settings(page).waitFor();
      await untilShown(page);
      expect(await viewOf(page)).toEqual(before);
    });
  });
});

const longCondition = 'value > 30.0 && has(metadata.site) && metadata.site.startsWith("north")';

/** Runs in the page. */
function isCut(element: unknown): boolean {
  const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
  return scrollWidth > clientWidth;
}

function looksOf(page: Page, icons: string): Promise<{ icon: string; colour: string }[]> {
  return page.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(icons)}), (icon) => ({
    icon: icon.innerHTML, colour: getComputedStyle(icon).color }))`);
}

function textColour(page: Page): Promise<string> {
  return page.evaluate("getComputedStyle(document.body).color");
}

function settings(page: Page): Locator {
  return page.getByRole("complementary", { name: "Selection settings" });
}
