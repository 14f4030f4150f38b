import { afterAll, expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { listAudit } from "../../control/audit/audit-log.ts";
import { recordAction } from "../../control/audit/write-audit.ts";
import type { Control } from "../../control/control.ts";
import { createLog } from "../../platform/log.ts";
import { closeTestControls, openTestControl } from "../test-control.ts";
import { AuditPruner } from "./audit-pruner.ts";

afterAll(closeTestControls);

const dayMs = 86_400_000;

function open() {
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const control: Control = { ...openTestControl().control, nowUs: () => clock.nowMs() * 1000 };
  const lines: string[] = [];
  const log = createLog("info", "test", (line) => lines.push(line));
  const append = async (subject: string, count: number) => {
    const action = { accountId: 1, action: "device.update", subjectKind: "device", subject };
    for (let n = 0; n < count; n++) await recordAction(control, action);
  };
  const subjects = async () =>
    (await listAudit(control, 1, { limit: 200 })).entries.map(({ subject }) => subject);
  return { clock, control, log, lines, append, subjects };
}

test("deletes expired entries at the start and with every turn, even without new entries", async () => {
  const { clock, control, log, lines, append, subjects } = open();
  await append("first", 50);
  clock.advanceMs(200 * dayMs);
  await append("second", 30);
  clock.advanceMs(201 * dayMs);
  const pruner = new AuditPruner(control, log);
  await pruner.prune();
  expect(await subjects()).toEqual(Array(30).fill("second"));
  clock.advanceMs(200 * dayMs);
  await pruner.prune();
  expect(await subjects()).toEqual([]);
  await pruner.stop();
  expect(lines).toEqual([]);
});

test("logs a fault, and still runs the next turn", async () => {
  const { clock, control, log, lines, append, subjects } = open();
  await append("old", 1);
  clock.advanceMs(401 * dayMs);
  let isBroken = true;
  const nowUs = () => {
    if (isBroken) throw new Error("no clock");
    return control.nowUs();
  };
  const pruner = new AuditPruner({ ...control, nowUs }, log);
  await pruner.prune();
  expect(lines.join()).toContain("could not be removed");
  isBroken = false;
  await pruner.prune();
  expect(await subjects()).toEqual([]);
  await pruner.stop();
});
