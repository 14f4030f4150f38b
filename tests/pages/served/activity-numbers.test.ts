import { beforeAll, expect, test } from "bun:test";
import { node } from "@weir/rule-engine/testing/write-chain";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { describePagesWithServer } from "../harness/describe-served-pages.ts";

describePagesWithServer("the numbers of Activity", (at) => {
  let send: (body: unknown) => Promise<Response>;
  let boiler: string;
  const sendReading = (value: number) => send({ data: [{ sensor_slug: "temperature", value }] });

  beforeAll(async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Boiler",
      sensors: [{ slug: "temperature" }],
    });
    boiler = device.uuid;
    send = (body) => sendReadings(at.served.url, device, "/readings", body);
    for (let value = 0; value < 32; value++) await sendReading(value);
    await at.untilSettled();
  });

  test("are the same on Activity, System, the device, its requests and the API, after a known mix of readings", async () => {
    const filter = node("limit", "compare", { operator: ">", value: 1000 });
    const divide = node("divide", "calculate", { value: "1.0 / (value - 2000.0)" });
    await at.publishDefaultChain({
      nodes: [node("input", "input"), filter, divide, node("save", "save")],
      wires: [
        { from: "input", output: "out", to: "limit" },
        { from: "limit", output: "true", to: "divide" },
        { from: "divide", output: "out", to: "save" },
      ],
    });
    const before = await at.owner.do("GET", "./statistics");
    const timestamp = "2026-01-02T03:04:05Z";
    const mix = [
      ...[1001, 1002, 1003].map((value) => ({ sensor_slug: "temperature", value, timestamp })),
      // A repeat, lost readings, one that fails, unknown sensors, and one from the future.
      { sensor_slug: "temperature", value: 1001, timestamp },
      ...[5, 6].map((value) => ({ sensor_slug: "temperature", value, timestamp })),
      { sensor_slug: "temperature", value: 2000, timestamp },
      ...["Temp", "Hum"].map((sensor_slug) => ({ sensor_slug, value: 1 })),
      { sensor_slug: "temperature", value: 7, timestamp: "2999-01-01T00:00:00Z" },
    ];
    const answer = await send({ data: mix });
    const id = answer.headers.get("x-request-id");
    expect((await send({ data: [{ sensor_slug: "nothing", value: 1 }] })).status).toBe(404);
    await at.untilSettled();

    const { totals } = await at.owner.do("GET", "./statistics");
    const added = (name: string) => totals[name] - before.totals[name];
    expect(["accepted", "saved", "ended", "dead", "duplicates"].map(added)).toEqual([6, 3, 2, 1, 1]);
    expect(totals.rejected).toEqual({ dropped_unknown_sensor: 3, dropped_future_timestamp: 1 });
    const day = [
      ...["accepted", "saved", "already_stored", "ended", "dead", "duplicates"].map((name) => totals[name]),
      4,
    ];
    const { from, totals: ofDevice } = await at.owner.do("GET", `./devices/${boiler}/statistics`);
    expect(ofDevice).toEqual(totals);
    const system = await at.owner.do("GET", "./system");
    expect(system.last_day).toEqual({ from, totals });
    expect(system.totals).toEqual({ ...totals, gap: 0 });

    await at.visit(async (page) => {
      const since = new Date(from).toISOString();
      const shown = async (heading: string, cells: string) => {
        const card = page
          .locator("section")
          .filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
        await card.locator(`time[datetime="${since}"]`).waitFor();
        return (await card.locator(cells).allTextContents()).map(Number);
      };
      await page.goto("/activity");
      await page.getByText("38 readings accepted").waitFor();
      expect(await shown("Readings", "dd")).toEqual(day);
      await page.goto("/system");
      expect(await shown("Readings", "tbody td:nth-of-type(1)")).toEqual(day);
      expect(await shown("Readings", "tbody td:nth-of-type(2)")).toEqual(day);
      await page.goto(`/devices/${boiler}`);
      expect(await shown("Last 24 hours", "dd")).toEqual(day);
      await page.goto("/devices");
      await page.getByRole("img", { name: `${totals.accepted} readings in the last 24 hours` }).waitFor();

      await page.goto(`/activity/${id}`);
      await page.getByText("3 saved · 2 not saved · 1 failed").waitFor();
      const facts = page.locator("section").filter({ has: page.getByRole("heading", { name: "Answer" }) });
      expect((await facts.locator("dd").allTextContents()).slice(1)).toEqual([
        "6",
        "1",
        "2 readings for an unknown sensor, 1 reading with a time in the future",
      ]);
    });
  });

  test("count rejected readings and refused requests separately, and each links to its requests", async () => {
    await send({ data: ["Temp", "Hum"].map((sensor_slug) => ({ sensor_slug, value: 1 })) });
    for (let nth = 0; nth < 3; nth++)
      expect((await send({ data: [{ sensor_slug: "temperature", value: "bad" }] })).status).toBe(422);
    await at.visit(async (page) => {
      await page.goto("/activity");
      const readings = page.getByRole("region", { name: "Readings rejected" });
      const requests = page.getByRole("region", { name: "Requests refused" });
      await readings.getByRole("link", { name: "Unknown sensor 5" }).waitFor();
      expect(await readings.getByRole("link").count()).toBe(2);
      await requests.getByRole("link", { name: "Invalid body 3" }).click();
      await page.waitForURL(/\/activity\?reason=validation_failed$/);
      await page.getByText("Refused: invalid body").nth(2).waitFor();
    });
  });
});
