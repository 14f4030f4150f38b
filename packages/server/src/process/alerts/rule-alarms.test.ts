import { expect, test } from "bun:test";
import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import type { AlertMute } from "@weir/rule-engine/alerts/alert-mute";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { FrameWriter } from "../../queue/frame-writer.ts";
import { append, asking, node, otherSensor, row, sceneWith, settleAll } from "../chains/test-chain-scene.ts";
import { savingSensor, type TestProcessing } from "../test-processing.ts";
import { RunningLoop } from "../test-running-loop.ts";
import { type AlertRule, armRule } from "./armed-rule.ts";

const run = { hysteresis: 0, for_readings: 1, for_seconds: 0 };
const hot: AlertCondition = { kind: "above", limit: 30, ...run, hysteresis: 5 };
const silent: AlertCondition = { kind: "silent", seconds: 60 };
const never: AlertMute = { untilUs: null, weekly: null };

function rule(condition: AlertCondition, changed: Partial<AlertRule> = {}) {
  return armRule({
    id: 7,
    accountId: 1,
    version: 1,
    savedUs: 0,
    name: "Too hot",
    severity: "critical",
    text: "{{sensor.name}} is {{value}}",
    condition,
    mute: never,
    sensorId: null,
    groupId: null,
    templateId: null,
    sensorType: "temperature",
    ...changed,
  });
}

/** A sensor whose chain only saves, with these rules. */
function sceneOf(...rules: ReturnType<typeof rule>[]) {
  const scene = sceneWith(defaultChain);
  scene.alertsOfSensor.set(savingSensor, rules);
  return scene;
}

const alarms = (scene: TestProcessing) =>
  scene.rows(
    `SELECT rule_id AS rule, sensor_id AS sensor, name, severity, message, raised_value AS raised, last_value AS last,
       readings, cleared_us IS NULL AS active, cleared_by AS by, clear_reason AS reason FROM alarms ORDER BY id`,
  );

test("raises an alarm once and clears it once, across restarts, with hysteresis", async () => {
  using scene = sceneOf(rule(hot));
  append(scene, [20, 31, 32]);
  await settleAll(scene.processor());
  append(scene, [33, 28]);
  await settleAll(scene.processor());
  const raised = {
    rule: 7,
    sensor: savingSensor,
    name: "Too hot",
    severity: "critical",
    by: null,
    reason: null,
  };
  const first = { ...raised, message: "Temperature is 31", raised: 31 };
  expect(alarms(scene)).toEqual([{ ...first, last: 28, readings: 4, active: 1 }]);
  append(scene, [25, 24, 40]);
  await settleAll(scene.processor());
  expect(alarms(scene)).toEqual([
    { ...first, last: 28, readings: 4, active: 0 },
    { ...raised, message: "Temperature is 40", raised: 40, last: 40, readings: 1, active: 1 },
  ]);
});

test("counts readings in a row across batches and restarts", async () => {
  using scene = sceneOf(rule({ ...hot, for_readings: 3 }));
  for (const values of [[31], [32], [20], [31], [32]]) {
    append(scene, values);
    await settleAll(scene.processor());
  }
  expect(alarms(scene)).toEqual([]);
  append(scene, [33]);
  await settleAll(scene.processor());
  expect(alarms(scene)).toMatchObject([{ raised: 33 }]);
});

test("raises nothing from a batch that failed, and the alarm once when it is settled", async () => {
  using scene = sceneOf(rule(hot));
  const processor = scene.processor();
  append(scene, [31]);
  const fault = scene.breakStore("INSERT", "node_states");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  expect(alarms(scene)).toEqual([]);
  fault.mend();
  await settleAll(processor);
  append(scene, [32]);
  await settleAll(processor);
  expect(alarms(scene)).toMatchObject([{ raised: 31, readings: 2 }]);
});

const worstIn = (scene: TestProcessing) =>
  scene
    .rows("SELECT worst_value AS worst, cleared_us IS NULL AS active FROM alarms ORDER BY id")
    .map((row) => Object.values(row as object));

test.each<[string, AlertCondition, readonly number[], number]>([
  ["above", hot, [31, 35, 28, 34, 30], 35],
  ["below", { kind: "below", limit: 10, ...run, hysteresis: 5 }, [9, 4, 12, -3, 8], -3],
  [
    "outside, on either side",
    { kind: "outside", min: 10, max: 30, ...run, hysteresis: 2 },
    [31, 8, 33, 29, 5],
    5,
  ],
])(
  "keeps the worst value while an alarm is active and after it, across restarts: %s",
  async (_kind, condition, values, worst) => {
    using scene = sceneOf(rule(condition));
    const known: unknown[] = [];
    for (const value of values) {
      append(scene, [value]);
      await settleAll(scene.processor());
      known.push(worstIn(scene)[0]![0]);
    }
    expect(known[0]).toBe(values[0]!);
    expect(worstIn(scene)).toEqual([[worst, 1]]);
    append(scene, [20]);
    await settleAll(scene.processor());
    expect(worstIn(scene)).toEqual([[worst, 0]]);
    append(scene, [values[0]!]);
    await settleAll(scene.processor());
    expect(worstIn(scene)).toEqual([
      [worst, 0],
      [values[0]!, 1],
    ]);
  },
);

test("takes no worst value from a batch that failed, and the same one from the batch processed again", async () => {
  using scene = sceneOf(rule(hot));
  const processor = scene.processor();
  append(scene, [31, 33]);
  await settleAll(processor);
  append(scene, [50, 40]);
  const fault = scene.breakStore("INSERT", "node_states");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  expect(worstIn(scene)).toEqual([[33, 1]]);
  fault.mend();
  await settleAll(processor);
  expect(worstIn(scene)).toEqual([[50, 1]]);
  // What it kept in memory is what it stored.
  append(scene, [45]);
  await settleAll(processor);
  append(scene, [46]);
  await settleAll(scene.processor());
  expect(worstIn(scene)).toEqual([[50, 1]]);
});

test("keeps no worst value for alarms of rules without a limit for values", async () => {
  using scene = sceneOf(rule({ kind: "unchanged", tolerance: 0, seconds: 1 }));
  append(scene, [5, 5, 5, 5]);
  await settleAll(scene.processor());
  expect(alarms(scene)).toHaveLength(1);
  expect(worstIn(scene)).toEqual([[null, 1]]);
});

test("tells open pages the worst value so far with every change of an alarm", async () => {
  using scene = sceneOf(rule(hot));
  scene.feed.watch([1]);
  const ask = asking(scene);
  append(scene, [31, 44, 36]);
  await ask.settle();
  const { id } = scene.activeAlarms()[0]!;
  await ask({ kind: "change alarms", action: "acknowledge", ids: [id], by: "ada" });
  append(scene, [20]);
  await ask.settle();
  const told = scene.live.filter((event) => event.kind === "alarm");
  expect(told.map(({ change, value, worst_value }) => [change, value, worst_value])).toEqual([
    ["raised", 31, 31],
    ["acknowledged", 36, 44],
    ["cleared", 20, 44],
  ]);
});

test("judges the value that the chain saved, also under another sensor of the device", async () => {
  const save = node("save", "save", { sensor: "temperature" });
  using scene = sceneWith(row(["out", node("scale", "scale", { factor: 2, offset: 0 })], ["out", save]));
  scene.alertsOfSensor.set(savingSensor, [rule(hot)]);
  append(scene, [16]);
  await settleAll(scene.processor());
  append(scene, [17], otherSensor);
  await settleAll(scene.processor());
  expect(alarms(scene)).toMatchObject([{ sensor: savingSensor, raised: 32, last: 34, readings: 2 }]);
});

test("judges readings of a wrong clock by their arrival, if the template of the device says so", async () => {
  const dayUs = 86_400e6;
  const byArrival = { ...rule(hot), byArrivalAfterUs: 30 * dayUs };
  for (const [rules, raised] of [
    [[rule(hot)], []],
    [[byArrival], [{ raised: 31, active: 1 }]],
  ] as const) {
    using scene = sceneOf(...rules);
    const processor = scene.processor();
    const arrivalUs = 20_000 * dayUs;
    const send = async (atUs: number, value: number) => {
      scene.append({ arrivalUs, readings: [{ sensorId: savingSensor, atUs, value }] });
      await settleAll(processor);
    };
    await send(arrivalUs, 20);
    // Late, but not from a wrong clock.
    await send(arrivalUs - 29 * dayUs, 99);
    await send(10e6, 31);
    expect(alarms(scene)).toMatchObject([...raised]);
    const times = scene.rows("SELECT raised_us AS at FROM alarms");
    expect(times).toEqual(raised.map(() => ({ at: arrivalUs })));
  }
});

test("raises nothing while it is muted, and then for what still lasts", async () => {
  using scene = sceneOf(rule(hot, { mute: { untilUs: 4_000_000, weekly: null } }));
  const processor = scene.processor();
  const send = async (second: number, value: number) => {
    scene.append({ readings: [{ sensorId: savingSensor, atUs: second * 1e6, value }] });
    await settleAll(processor);
  };
  await send(1, 31);
  await send(2, 32);
  expect(alarms(scene)).toEqual([]);
  await send(4, 33);
  expect(alarms(scene)).toMatchObject([{ raised: 33, readings: 1 }]);
});

test("leaves an alarm that a person cleared alone until its condition was over", async () => {
  using scene = sceneOf(rule(hot));
  const ask = asking(scene);
  append(scene, [31]);
  await ask.settle();
  const { id } = scene.activeAlarms()[0]!;
  await ask({ kind: "change alarms", action: "clear", ids: [id], by: "ada" });
  append(scene, [32]);
  await ask.settle();
  expect(alarms(scene)).toMatchObject([{ active: 0, by: "ada" }]);
  append(scene, [20, 31]);
  await ask.settle();
  expect(alarms(scene)).toMatchObject([{ active: 0 }, { active: 1, raised: 31 }]);
});

/** The alarms with their severities, and the changes of the last batch. */
const severitiesIn = (scene: TestProcessing) => ({
  alarms: scene.rows("SELECT severity, message, warning_us AS warning, critical_us AS critical FROM alarms"),
  changes: scene.newest!.batch.alarms.map(({ kind }) => kind),
});

test("makes an active alarm graver when its rule was, with the next reading that finds it active, once", async () => {
  using scene = sceneOf(rule(hot, { severity: "info" }));
  scene.feed.watch([1]);
  const processor = scene.processor();
  const send = async (value: number, changed: Partial<AlertRule>) => {
    scene.alertsOfSensor.set(savingSensor, [rule(hot, changed)]);
    scene.chains.reload();
    append(scene, [value]);
    await settleAll(processor);
    return severitiesIn(scene);
  };
  const info = { severity: "info", message: "Temperature is 31", warning: null, critical: null };
  expect(await send(31, { severity: "info" })).toEqual({ alarms: [info], changes: ["rule fired"] });
  expect(await send(32, { severity: "info" })).toEqual({ alarms: [info], changes: ["found active"] });
  const muted = { severity: "warning", version: 2, mute: { untilUs: 3e6, weekly: null } } as const;
  expect(await send(33, muted)).toEqual({ alarms: [info], changes: ["found active"] });
  const graver = { ...info, severity: "warning", message: "Temperature is 34", warning: 3e6 };
  expect(await send(34, muted)).toEqual({ alarms: [graver], changes: ["rose", "found active"] });
  expect(await send(35, muted)).toEqual({ alarms: [graver], changes: ["found active"] });
  const lower = await send(36, { severity: "info", version: 3 });
  expect(lower).toEqual({ alarms: [graver], changes: ["found active"] });
  const critical = { ...graver, severity: "critical", message: "Temperature is 37", critical: 6e6 };
  expect((await send(37, { version: 4 })).alarms).toEqual([critical]);
  const restarted = scene.processor();
  append(scene, [38]);
  await settleAll(restarted);
  expect(severitiesIn(scene)).toEqual({ alarms: [critical], changes: ["found active"] });
  const told = scene.live.filter((event) => event.kind === "alarm");
  expect(told.map(({ change, severity }) => [change, severity])).toEqual([
    ["raised", "info"],
    ["severity_rose", "warning"],
    ["severity_rose", "critical"],
  ]);
});

test("makes the alarm of a silent sensor graver when its rule was, although no reading comes", async () => {
  using scene = sceneOf(rule(silent, { severity: "warning" }));
  const processor = scene.processor();
  const check = scene.ruleCheck(processor);
  await processor.load();
  scene.nowMs += 60_000;
  await check.check();
  scene.alertsOfSensor.set(savingSensor, [rule(silent, { version: 2 })]);
  scene.chains.reload();
  await check.check();
  await check.check();
  expect(severitiesIn(scene)).toMatchObject({
    alarms: [{ severity: "critical", critical: scene.nowMs * 1000 }],
    changes: ["rose"],
  });
});

test("raises an alarm for a silent sensor, once, and clears it with the next reading", async () => {
  using scene = sceneOf(rule(silent, { text: "No readings of {{sensor.name}}" }));
  const processor = scene.processor();
  const check = scene.ruleCheck(processor);
  await processor.load();
  await check.check();
  scene.nowMs += 59_000;
  await check.check();
  expect(alarms(scene)).toEqual([]);
  scene.nowMs += 1000;
  await check.check();
  await check.check();
  const alarm = { message: "No readings of Temperature", raised: null, readings: 0 };
  expect(alarms(scene)).toMatchObject([{ ...alarm, active: 1 }]);
  const restarted = scene.processor();
  const checkAgain = scene.ruleCheck(restarted);
  await restarted.load();
  await checkAgain.check();
  scene.nowMs += 300_000;
  await checkAgain.check();
  expect(alarms(scene)).toHaveLength(1);
  scene.append({ arrivalUs: scene.nowMs * 1000, readings: [{ sensorId: savingSensor, atUs: 5, value: 21 }] });
  await settleAll(restarted);
  expect(alarms(scene)).toMatchObject([{ ...alarm, active: 0 }]);
  scene.nowMs += 60_000;
  await checkAgain.check();
  expect(alarms(scene)).toMatchObject([{ active: 0 }, { active: 1, raised: 21, last: 21 }]);
});

test("raises the alarms of silent sensors although the store refuses one of them", async () => {
  using scene = sceneOf(rule(silent));
  scene.chainOfSensor.set(otherSensor, 1);
  scene.alertsOfSensor.set(otherSensor, [rule(silent)]);
  scene.refuse("alarms", `NEW.sensor_id = ${savingSensor}`);
  const processor = scene.processor();
  const check = scene.ruleCheck(processor);
  await processor.load();
  await check.check();
  scene.nowMs += 60_000;
  await check.check();
  expect(alarms(scene)).toMatchObject([{ sensor: otherSensor, active: 1 }]);
});

test("does not count the time in which the server was down as silence", async () => {
  using scene = sceneOf(rule(silent));
  append(scene, [21]);
  await settleAll(scene.processor());
  scene.nowMs += 3_600_000;
  const processor = scene.processor();
  const check = scene.ruleCheck(processor);
  await processor.load();
  await check.check();
  expect(alarms(scene)).toEqual([]);
});

test("clears the alarms of a rule that no longer applies, and raises them anew if it applies again", async () => {
  using scene = sceneOf(rule(hot));
  const processor = scene.processor();
  const check = scene.ruleCheck(processor);
  append(scene, [31]);
  await settleAll(processor);
  await check.check();
  expect(alarms(scene)).toMatchObject([{ active: 1 }]);
  scene.otherRules.add(7);
  scene.alertsOfSensor.delete(savingSensor);
  scene.chains.reload();
  await check.check();
  await check.forgetDeleted();
  expect(alarms(scene)).toMatchObject([{ active: 0, by: null, reason: "rule_not_applicable" }]);
  expect(scene.states()).toHaveLength(1);
  scene.alertsOfSensor.set(savingSensor, [rule(hot)]);
  scene.chains.reload();
  append(scene, [32]);
  await settleAll(processor);
  expect(alarms(scene)).toMatchObject([{ active: 0 }, { active: 1, raised: 32 }]);
});

test("deletes the states of a deleted rule and clears its alarm, in either order", async () => {
  for (const order of [["check", "forgetDeleted"] as const, ["forgetDeleted", "check"] as const]) {
    using scene = sceneOf(rule(hot), rule(hot, { id: 8, name: "Hot" }));
    const processor = scene.processor();
    const check = scene.ruleCheck(processor);
    append(scene, [31]);
    await settleAll(processor);
    expect(scene.states()).toMatchObject([{ chain_id: -8 }, { chain_id: -7 }]);
    scene.alertsOfSensor.set(savingSensor, [rule(hot, { id: 8, name: "Hot" })]);
    scene.chains.reload();
    for (const step of order) await check[step]();
    append(scene, [32]);
    await settleAll(processor);
    expect(scene.states()).toMatchObject([{ chain_id: -8 }]);
    expect(alarms(scene)).toMatchObject([
      { rule: 7, active: 0, reason: "rule_deleted" },
      { rule: 8, active: 1, readings: 2 },
    ]);
  }
});

test("deletes the states of a rule that was deleted while no processor ran", async () => {
  const scene = sceneOf(rule(hot));
  append(scene, [31, 20]);
  await settleAll(scene.processor());
  expect(scene.states()).toHaveLength(1);
  scene.alertsOfSensor.delete(savingSensor);
  await using loop = await RunningLoop.start(scene);
  await loop.flush(1);
  expect(scene.states()).toEqual([]);
});

test("tells open pages about alarms of rules", async () => {
  using scene = sceneOf(rule(hot));
  scene.feed.watch([1]);
  append(scene, [31, 20]);
  await settleAll(scene.processor());
  const told = scene.live.filter(({ kind }) => kind === "alarm");
  expect(told).toMatchObject([
    { change: "raised", name: "Too hot", message: "Temperature is 31", value: 31 },
    { change: "cleared", name: "Too hot", value: 20 },
  ]);
});

test("judges each reading of a stretch, and takes stretches of other sensors at once", async () => {
  using scene = sceneOf(rule(hot));
  const writer = new FrameWriter();
  const readings = 600;
  for (const sensorId of [savingSensor, otherSensor]) {
    writer.begin({ deviceId: 3, arrivalUs: 2e9, batteryVolts: null, request: { boot: 1, number: sensorId } });
    for (let second = 1; second <= readings; second++)
      writer.add(sensorId, second === 300 ? 31 : 1, second * 1e6, second, 0, "");
    scene.appendRaw(new Uint8Array(writer.finish()), readings);
  }
  await settleAll(scene.processor());
  expect(alarms(scene)).toMatchObject([{ sensor: savingSensor, raised: 31, active: 0 }]);
  expect(scene.chains.of(otherSensor)?.countSaved).not.toBeNull();
  expect(scene.values(otherSensor)).toHaveLength(readings);
});
