import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { sendReadings } from "./world/world-traffic.ts";

/** Fails for a reading of 0. */
const dividing = {
  nodes: [
    node("input", "input", {}),
    node("divide", "calculate", { value: "1.0 / value" }),
    node("save", "save", {}),
  ],
  wires: [
    { from: "input", output: "out", to: "divide" },
    { from: "divide", output: "out", to: "save" },
  ],
};

function node(id: string, type: string, config: object): object {
  return { id, type, version: 1, name: id === "divide" ? "Divide" : id, config, position: { x: 0, y: 0 } };
}

await describeWithOwner("activity", (at) => {
  test("shows a request as it arrives, creates the sensor it named in vain, and submits its reading again", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Shed",
      sensors: [{ slug: "temperature", name: "Temperature" }],
    });
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    await at.visit(async (page) => {
      await page.goto("/activity");
      await page.getByText("Live", { exact: true }).first().waitFor();
      await sendReadings(at.served.url, device, "/readings", {
        data: [
          { sensor_slug: "temperature", value: 21.5 },
          { sensor_slug: "Temp", value: 22.25, timestamp },
        ],
      });
      const row = page.getByRole("link").filter({ hasText: "Shed" });
      await row.filter({ hasText: /did you mean/i }).waitFor();
      await row.click();
      await page.getByRole("button", { name: "Create the sensor “Temp”" }).click();
      const creating = page.getByRole("dialog", { name: "Create a sensor" });
      expect(await creating.getByLabel("Slug").inputValue()).toBe("Temp");
      await creating.getByRole("button", { name: "Create the sensor" }).click();
      const created = page.getByRole("dialog", { name: "The sensor “Temp” exists now" });
      await created.getByRole("button", { name: "Submit it again" }).click();
      await created.waitFor({ state: "detached" });
      await page.goto("/activity/quarantine");
      await page.getByText("The quarantine is empty").waitFor();
      await page.getByText("new devices are kept until the device’s first day without rejections").waitFor();
    });
    await waitUntil("the reading is saved", async () => {
      const { latest } = await at.owner.do("GET", `./devices/${device.uuid}/sensors/Temp`);
      return latest?.value === 22.25 && Date.parse(latest.at) === Date.parse(timestamp);
    });
    expect((await at.owner.do("GET", "./quarantine")).items).toEqual([]);
  });

  test("keeps rejected readings from when that is switched on, and shows the first as it arrives", async () => {
    const device = await at.owner.do("POST", "./devices", {
      ...{ name: "Loft", quarantine: false, sensors: [{ slug: "dust", name: "Dust" }] },
    });
    await at.visit(async (page) => {
      await page.goto("/activity");
      const tab = page.getByRole("link", { name: "Quarantine" });
      await page.getByText("Live", { exact: true }).first().waitFor();
      const before = await tab.boundingBox();
      await tab.click();
      await page.getByLabel("Reason").waitFor();
      expect(await tab.boundingBox()).toEqual(before);
      await page.goto(`/activity/quarantine?device=${device.uuid}`);
      await page.getByRole("button", { name: "Keep rejected readings from now on" }).click();
      await page.getByText("None like this").waitFor();
      await sendReadings(at.served.url, device, "/readings", { data: [{ sensor_slug: "pollen", value: 7 }] });
      await page.getByRole("button", { name: "Create the sensor “pollen”" }).waitFor();
    });
  });

  test("says of a device whether its rejected readings are kept, in every state of its quarantine", async () => {
    const device = await at.owner.do("POST", "./devices", {
      ...{ name: "Silo", sensors: [{ slug: "level", name: "Level" }] },
    });
    const set = (quarantine_mode: string) =>
      at.owner.do("PATCH", `./devices/${device.uuid}`, { quarantine_mode });
    const misname = async () => {
      const data = [{ sensor_slug: "Level", value: 7 }];
      const answer = await sendReadings(at.served.url, device, "/readings", { data });
      return answer.headers.get("x-request-id")!;
    };
    const automatic = "Rejected readings of Silo are kept until its first day without rejections.";
    const off = "Readings of Silo that are rejected from now on are not kept: its quarantine is off.";
    await at.visit(async (page) => {
      const quarantine = `/activity/quarantine?device=${device.uuid}`;
      await page.goto(quarantine);
      await page.getByText(automatic).waitFor();
      const kept = await misname();
      await page.getByRole("table", { name: "Readings in quarantine" }).waitFor();
      await page.getByText(automatic).waitFor();
      await set("on");
      await page.goto(quarantine);
      await page.getByText("Rejected readings of Silo are kept.").waitFor();
      await set("off");
      await page.goto(quarantine);
      await page.getByText(off).waitFor();
      await page.goto(`/activity/${kept}`);
      await page.getByText("1 rejected reading of this request is in quarantine.").waitFor();
      await page.goto(`/activity/${await misname()}`);
      await page.getByText("No rejected reading of this request is in quarantine.").waitFor();
      await page.getByText(off).waitFor();
    });
  });

  test("holds still while somebody points at it, counts what arrives, and goes on afterwards", async () => {
    const device = await at.owner.do("POST", "./devices", {
      ...{ name: "Mill", sensors: [{ slug: "power", name: "Power" }] },
    });
    let value = 0;
    const send = (readings: number) =>
      sendReadings(at.served.url, device, "/readings", {
        data: Array.from({ length: readings }, () => ({ sensor_slug: "power", value: ++value })),
      });
    await at.visit(async (page) => {
      await page.goto(`/activity?device=${device.uuid}`);
      await page.getByText("Live", { exact: true }).first().waitFor();
      await send(2);
      const rows = page.getByRole("list", { name: "Requests, the newest first" }).getByRole("link");
      const first = rows.filter({ hasText: "2 accepted" });
      await first.hover();
      const before = await first.boundingBox();
      for (let nth = 0; nth < 30; nth++) await send(1);
      const news = page.getByRole("button", { name: "30 new requests" });
      await news.waitFor();
      expect(await first.boundingBox()).toEqual(before);
      expect(await rows.count()).toBe(1);
      await news.click();
      await rows.nth(30).filter({ hasText: "2 accepted" }).waitFor();
      await page.mouse.move(0, 0);
      await send(3);
      await rows.first().filter({ hasText: "3 accepted" }).waitFor();
    });
  });

  test("is narrowed to a reason by its link, and shows what arrives for it and nothing else", async () => {
    const device = await at.owner.do("POST", "./devices", {
      ...{ name: "Barn", sensors: [{ slug: "humidity", name: "Humidity" }] },
    });
    const send = (slug: string, headers = {}) =>
      sendReadings(at.served.url, device, "/readings", { data: [{ sensor_slug: slug, value: 61 }] }, headers);
    await send("humid");
    await send("humidity", { authorization: "Bearer wdt_another" });
    await at.visit(async (page) => {
      await page.goto(`/activity?device=${device.uuid}&reason=dropped_unknown_sensor`);
      await page.getByText("Live", { exact: true }).first().waitFor();
      const rows = page.getByRole("list", { name: "Requests, the newest first" }).getByRole("link");
      await rows.filter({ hasText: "did you mean “humidity”?" }).waitFor();
      expect(await rows.count()).toBe(1);
      await send("humidity", { authorization: "Bearer wdt_another" });
      await send("moist");
      await rows.filter({ hasText: "moist" }).waitFor();
      expect(await rows.count()).toBe(2);
      await page.getByLabel("Reason").selectOption("Refused: token not valid");
      await page.waitForURL(/reason=invalid_token/);
      await rows.filter({ hasText: "token not valid" }).first().click();
      await page.getByText("may have the token of another device").waitFor();
      await page.getByRole("link", { name: "Show the device’s token" }).click();
      await page.waitForURL(`**/devices/${device.uuid}/credentials`);
      await at.owner.do("POST", "./devices/bulk-update", { devices: [device.uuid], enabled: false });
      await send("humidity");
      await page.goto(`/activity?device=${device.uuid}&reason=device_disabled`);
      await rows.filter({ hasText: "Refused: device disabled" }).click();
      await page.getByRole("link", { name: "Enable it in the device’s settings" }).waitFor();
    });
  });

  test("tells which chain saved a reading, and why another failed", async () => {
    const device = await at.owner.do("POST", "./devices", {
      ...{ name: "Pump", sensors: [{ slug: "flow", name: "Flow" }] },
    });
    const { uuid: chain } = await at.owner.do("POST", "./chains", { name: "Ratio", definition: dividing });
    await at.owner.do("POST", `./chains/${chain}/publish`, {});
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    const answer = await sendReadings(at.served.url, device, "/readings", {
      data: [2, 0].map((value) => ({ sensor_slug: "flow", value })),
    });
    await at.visit(async (page) => {
      await page.goto(`/activity/${answer.headers.get("x-request-id")}`);
      const readings = page.getByRole("list", { name: "Readings of the request" });
      const saved = readings.getByRole("listitem").filter({ hasText: "data[0]" });
      await saved.getByRole("link", { name: "Ratio v1" }).waitFor();
      const kept = page.getByRole("list", { name: "Saved readings" });
      expect(await kept.innerText()).toMatch(/^flow\s+\d+(\.\d+)?\s+at /);
      const dead = readings.getByRole("listitem").filter({ hasText: "data[1]" });
      await dead.getByRole("link", { name: /Ratio v1: Divide/ }).waitFor();
      const reason = await dead.getByRole("list", { name: "Errors" }).locator("span").first().innerText();
      await dead.getByRole("button", { name: "Show the dead letter" }).click();
      await page.getByRole("dialog", { name: "Dead letter" }).getByText(reason).waitFor();
      await page.keyboard.press("Escape");
      await dead.getByRole("link", { name: "Open the node in the editor" }).click();
      await page.waitForURL(`**/chains/${chain}?node=divide`);
    });
  });
});
