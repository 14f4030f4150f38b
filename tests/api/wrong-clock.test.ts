import { expect, setDefaultTimeout, test } from "bun:test";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serveAccount } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const { weir, owner } = await serveAccount();

test("alert rules judge readings of a wrong clock by their arrival, if the template of the device says so, as soon as it does", async () => {
  const make = async (path: string, body: object) => (await owner.call("POST", path, body)).json;
  const sensors = [{ slug: "temperature", type: "temperature" }];
  const template = await make("./templates", { name: "Freezer", sensors });
  const rule = {
    name: "Too warm",
    severity: "warning",
    text: "{{value}}",
    target: { kind: "type", type: "temperature" },
    condition: { kind: "above", limit: 30 },
  };
  expect(await make("./alert-rules", rule)).toMatchObject({ name: "Too warm" });
  const [judged, other] = [
    await make("./devices", { name: "Judged", template: template.uuid }),
    await make("./devices", { name: "Other", sensors }),
  ];
  const send = async (value: number, timestamp: string) => {
    for (const device of [judged, other])
      await postReadings(weir.url, device, { sensor: "temperature", data: { value, timestamp } });
    await weir.untilSettled();
  };
  const alarmed = async () => {
    const { items } = (await owner.call("GET", "./alarms?state=active")).json;
    return items.map(({ device }: { device: { name: string } }) => device.name);
  };
  await send(20, new Date().toISOString());
  await send(31, "1970-01-01T00:00:10Z");
  expect(await alarmed()).toEqual([]);
  const changed = await owner.call("PATCH", `./templates/${template.uuid}`, { judge_by_arrival: true });
  expect(changed.status).toBe(200);
  await send(32, "1970-01-01T00:00:20Z");
  await waitUntil("the rule raises an alarm", async () => (await alarmed()).length > 0);
  expect(await alarmed()).toEqual(["Judged"]);
});
