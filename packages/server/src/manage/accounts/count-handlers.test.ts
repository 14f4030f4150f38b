import { afterAll, expect, test } from "bun:test";
import { countRoutes } from "@weir/protocol/manage/count-routes";
import { line, testNode } from "../chains/test-chains.ts";
import { closeTestControls } from "../test-control.ts";
import { RecordsApiUnderTest } from "../testing/records-api-under-test.ts";
import { countHandlers } from "./count-handlers.ts";

afterAll(closeTestControls);

const alarming = line(testNode("hot", "raise-alarm", { name: "too hot", severity: "critical" }));

test("counts open alarms and records for the account alone", async () => {
  await using api = await RecordsApiUnderTest.create(countRoutes, countHandlers, alarming);
  const { plant, office, records } = api;
  const counts = async (tenant: typeof plant) => (await api.as("viewer", tenant).call("showCounts")).json;
  // The chain of the test raises an alarm and saves nothing.
  const nothing = {
    alarms: { info: 0, warning: 0, critical: 0 },
    dead_letters: 0,
    outbox: { waiting: 0, given_up: 0 },
    quarantined: 0,
    chains_with_warning: 1,
  };
  expect(await counts(plant)).toEqual(nothing);
  await records.process(plant.sensorId, 30);
  expect(await counts(plant)).toEqual({ ...nothing, alarms: { info: 0, warning: 0, critical: 1 } });
  expect(await counts(office)).toEqual(nothing);
});
