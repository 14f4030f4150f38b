import { expect, setDefaultTimeout, test } from "bun:test";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { startWithOwner } from "./serve-owner.ts";

// Starts a server twice, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const minuteMs = 60_000;
const startMs = Math.floor(Date.now() / minuteMs) * minuteMs - 20 * minuteMs;
const timeOf = (minute: number) => new Date(startMs + minute * minuteMs).toISOString();

test("deletes readings from lists, buckets and latest values, also after a restart, and ignores repeats that it still remembers", async () => {
  await using weir = new WeirInstallation();
  const { owner, ...first } = await startWithOwner(weir);
  let { server } = first;
  const sensors = [{ slug: "temperature" }];
  const {
    uuid,
    token,
    sensors: made,
  } = (await owner.call("POST", "./devices", { name: "Freezer", sensors })).json;
  const sensor = made[0].uuid;
  const send = async (minutes: readonly number[]) => {
    const data = minutes.map((minute) => ({
      sensor_slug: "temperature",
      value: minute,
      timestamp: timeOf(minute),
    }));
    return (await postReadings(weir.url, { uuid, token }, { data })).status;
  };
  const path = `./devices/${uuid}/sensors/temperature/readings`;
  const seen = async () => {
    const session = owner.at(weir.url);
    const listed = (await session.call("GET", path)).json.items;
    const span = `from=${timeOf(0)}&to=${timeOf(20)}`;
    const buckets = await session.call("GET", `./readings/buckets?sensors=${sensor}&bucket=60&${span}`);
    return {
      listed: listed.map(({ value }: { value: number }) => value),
      bucketed: buckets.json.sensors[0].buckets.map(({ last }: { last: number }) => last),
      latest: (await session.call("GET", `${path}/latest`)).json.reading?.value,
    };
  };
  const left = (...values: number[]) => ({ listed: values, bucketed: values, latest: values.at(-1) });

  expect(await send([0, 1, 2, 3, 4, 5, 6, 7])).toBe(202);
  await waitUntil("all are saved", async () => (await seen()).listed.length === 8);
  const chosen = await owner.call("POST", `${path}/delete`, { times: [timeOf(1), timeOf(7), timeOf(7)] });
  expect(chosen.json).toEqual({ deleted: 2, complete: true });
  expect(await seen()).toEqual(left(0, 2, 3, 4, 5, 6));
  const span = await owner.call("DELETE", `${path}?from=${timeOf(2)}&to=${timeOf(4)}`);
  expect(span.json).toEqual({ deleted: 2, complete: true });
  expect(await seen()).toEqual(left(0, 4, 5, 6));

  // The server still knows that it accepted the reading, so the repeat is a duplicate and changes nothing.
  expect(await send([7, 8])).toBe(202);
  await waitUntil("the new one is saved", async () => (await seen()).latest === 8);
  expect(await seen()).toEqual(left(0, 4, 5, 6, 8));

  await server.stop();
  server = await weir.start();
  expect(await seen()).toEqual(left(0, 4, 5, 6, 8));
  const { items } = (await owner.at(weir.url).call("GET", "./audit?action=readings.delete")).json;
  expect(items.map(({ after }: { after: object }) => after)).toMatchObject([
    { from: timeOf(2).replace("000Z", "000000Z"), deleted: 2 },
    { times: 2, deleted: 2 },
  ]);
});
