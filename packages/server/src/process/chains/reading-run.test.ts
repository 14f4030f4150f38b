import { expect, test } from "bun:test";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { blankReading } from "../reading-batch.ts";
import { ReadingRun } from "./reading-run.ts";

const source = { sensor: { uuid: "sensor" } } as ChainReading["source"];
const reading = { ...blankReading(), receivedUs: 1_780_000_000_000_000, source };

test("keeps the keys of messages stable, because receivers recognise repeats by them, even after an update", () => {
  const run = new ReadingRun();
  const next = () => run.nextMessageKey(reading, "chain", "node");
  run.fromQueue(4711, 3);
  run.begin(1, "", null);
  const queued = ["msg_0mppy1i4gnn0mRWpvpX12hEj8CnWTbkY", "msg_0mppy1i4gPIpJY04g2Gjo3CSz7LFXcxA"];
  expect([next(), next()]).toEqual(queued);
  run.fromDeadLetter(4711);
  run.begin(1, "", null);
  expect(next()).toBe("msg_0mppy1i4g1ceUfPZIst2XR2VgRad5nTh");
  run.fromQueue(4711, 3);
  run.begin(1, "", null);
  expect(next()).toBe(queued[0]!);
});
