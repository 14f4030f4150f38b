import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "../harness/describe-with-owner.ts";

await describeWithOwner("an import of readings", (at) => {
  const createDevice = async (name: string): Promise<string> => {
    const sensors = ["temperature", "humidity"].map((slug) => ({ slug, name: slug }));
    return (await at.owner.do("POST", "./devices", { name, sensors })).uuid;
  };

  test("asks before leaving, and continues with the same file after the connection and the page are lost", async () => {
    const device = await createDevice("Barn");
    // A little more than one part.
    const rows = 9000;
    const text = Array.from(
      { length: rows },
      (_, nth) => `${new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString()},${nth}`,
    );
    const content = `time,temperature\n${text.join("\n")}\n`;
    await at.visit(async (page, faults) => {
      const offsets: number[] = [];
      let isCut = true;
      await page.route("**/imports/*", (route) => {
        if (route.request().method() !== "PATCH") return route.continue();
        const offset = Number(route.request().headers()["upload-offset"]);
        if (isCut && offset > 0) return route.abort("connectionreset");
        offsets.push(offset);
        return route.continue();
      });
      await page.goto(`/devices/${device}/import`);
      await choose(page, "barn.csv", content);
      await page.getByRole("button", { name: "Start import" }).click();
      await page.getByText("The import continues as soon as the server answers.").waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Resume" }).waitFor();
      await page.getByRole("link", { name: "Overview" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Keep importing" }).click();
      page.once("dialog", (question) => question.accept());
      await page.reload();
      await page.getByText(/was interrupted after [\d,]+ readings/).waitFor();
      await choose(page, "other.csv", "time,temperature\n2026-01-01,1\n");
      await page.getByText("other.csv is a different file. Choose barn.csv to continue.").waitFor();
      isCut = false;
      await choose(page, "barn.csv", content);
      await page.getByRole("heading", { name: "Import finished" }).waitFor({ timeout: 45_000 });
      await page.getByText("9,000 readings").waitFor();
      expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
      expect(offsets.length).toBeGreaterThan(1);
      await page.reload();
      await page.getByRole("button", { name: "Choose file…" }).waitFor();
      const isCutOff = (fault: string) =>
        fault.includes("/imports/") && fault.includes("ERR_CONNECTION_RESET");
      expect(faults.splice(0).filter((fault) => !isCutOff(fault))).toEqual([]);
    });
    await at.untilSettled();
    const { items } = await at.owner.do("GET", "./imports");
    expect(items.find((each: { device: string }) => each.device === device)).toMatchObject({
      state: "finished",
      lines: rows,
      accepted: rows,
      problem_count: 0,
    });
  });
});

function fileOf(name: string, content: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(content) };
}

function choose(page: Page, name: string, content: string): Promise<void> {
  return page.locator("input[type=file]").setInputFiles(fileOf(name, content));
}
