import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { untilShown } from "../harness/every-page.ts";
import { noteShifts, seenShifts } from "../harness/layout-shift.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { untilOnline } from "../harness/until-online.ts";
import { desktop, phone } from "../harness/visit.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithOwner("while it loads,", (at) => {
  let chain: string;
  let device: string;
  let request: string;
  let alarm: number;
  beforeAll(async () => {
    // A template adds a field to forms, the alarm a card to the device, and the unknown sensor one to the request.
    await at.owner.do("POST", "./templates", { name: "Freezer", sensors: [{ slug: "temperature" }] });
    const sender = await at.createDevice(["temperature"]);
    device = sender.uuid;
    const [sensor] = (await at.owner.do("GET", `./devices/${device}/sensors`)).items;
    await at.owner.do("POST", "./alert-rules", {
      name: "Too warm",
      severity: "warning",
      text: "It is {{value}} °C",
      target: { kind: "sensor", sensor: sensor.uuid },
      condition: { kind: "above", limit: 20 },
    });
    const data = [
      { sensor_slug: "temperature", value: 21 },
      { sensor_slug: "pollen", value: 7 },
    ];
    const date = new Date().toUTCString();
    const answer = await sendReadings(at.served.url, sender, "/readings", { data }, { date });
    request = answer.headers.get("x-request-id")!;
    await at.untilSettled();
    await untilOnline(at.owner);
    const alarms = async () => (await at.owner.do("GET", "./alarms?state=active")).items;
    await waitUntil("the alarm is raised", async () => (await alarms()).length === 1);
    alarm = (await alarms())[0].id;
    chain = (await at.owner.do("GET", "./chains")).items[0].uuid;
  }, setUpTimeoutMs);

  test.each([
    ["the device list", () => "/devices", undefined],
    ["the home page", () => "/", undefined],
    ["the chain editor", () => `/chains/${chain}`, undefined],
    ["the page of a device", () => `/devices/${device}`, undefined],
    // The labels of the axis, which come with the readings, decide how much room is left for the curves.
    ["the charts of a device", () => `/devices/${device}/charts`, 0.02],
    ["the settings of a device", () => `/devices/${device}/settings`, undefined],
    ["the form for a new device", () => "/devices/new", undefined],
    ["the import of devices", () => "/devices/import", undefined],
    ["the activity", () => "/activity", undefined],
    ["the page of a request", () => `/activity/${request}`, undefined],
    // As in the charts of a device.
    ["the page of an alarm", () => `/alarms/${alarm}`, 0.02],
    ["the settings of the account", () => "/settings", undefined],
    ["the list of members", () => "/settings/members", undefined],
    ["the settings of notifications", () => "/alarms/notifications", undefined],
  ])("%s does not shift, on a large screen and on a phone", async (_, path, shiftMax) => {
    for (const viewport of [desktop, phone])
      await at.visit(
        async (page) => {
          await noteShifts(page);
          await page.goto(path());
          await untilShown(page);
          expect(await seenShifts(page, shiftMax)).toEqual([]);
        },
        { isFirst: true, viewport },
      );
  });
});
