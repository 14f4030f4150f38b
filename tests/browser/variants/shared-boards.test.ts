import { beforeAll, expect, test } from "bun:test";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { phone, visit } from "../harness/visit.ts";
import { addHallBoard, type HallBoard } from "../world/hall-board.ts";

await describeWithOwner("shared boards", (at) => {
  let hall: HallBoard;
  beforeAll(async () => {
    hall = await addHallBoard(at);
  }, setUpTimeoutMs);

  test("have one column on a phone", async () => {
    const token = await hall.share();
    await visit({ browser: at.served.browser, url: at.served.url, viewport: phone }, async (page) => {
      await page.goto(`/shared#${token}`);
      const now = page.getByRole("article", { name: "Now", exact: true });
      await now.getByText("2").first().waitFor();
      const tiles = await page.getByRole("article").all();
      const lefts = await Promise.all(tiles.map(async (tile) => (await tile.boundingBox())!.x));
      expect(new Set(lefts).size).toBe(1);
    });
  });
});
