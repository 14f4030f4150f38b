import { describe, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import type { AlarmAction } from "../processor-request.ts";
import { savingSensor } from "../test-processing.ts";
import { append, asking, node, otherSensor, sceneWith, settleAll } from "./test-chain-scene.ts";

describe("an alarm", async () => {
  const alarms: ChainDefinition = {
    nodes: [
      node("input", "input"),
      node("hot", "compare", { operator: ">", value: 30 }),
      node("raise", "raise-alarm", { name: "hot", severity: "warning", message: "{{value}} is hot" }),
      node("clear", "clear-alarm", { name: "hot" }),
    ],
    wires: [
      { from: "input", output: "out", to: "hot" },
      { from: "hot", output: "true", to: "raise" },
      { from: "hot", output: "false", to: "clear" },
    ],
  };

  test("is raised once, kept while it lasts, even across a restart, and cleared", async () => {
    using scene = sceneWith(alarms);
    append(scene, [20, 31, 32]);
    await settleAll(scene.processor());
    append(scene, [33]);
    await settleAll(scene.processor());
    expect(scene.activeAlarms()).toHaveLength(1);
    expect(scene.rows("SELECT raised_value, last_value, readings, message FROM alarms")).toEqual([
      { raised_value: 31, last_value: 33, readings: 3, message: "31 is hot" },
    ]);
    append(scene, [10, 40]);
    await settleAll(scene.processor());
    expect(scene.rows("SELECT raised_value, cleared_us IS NULL AS active FROM alarms ORDER BY id")).toEqual([
      { raised_value: 31, active: 0 },
      { raised_value: 40, active: 1 },
    ]);
  });

  test("becomes graver when the chain raises it with a higher severity, and never less grave", async () => {
    const graver: ChainDefinition = {
      nodes: [
        ...alarms.nodes,
        node("hotter", "compare", { operator: ">", value: 40 }),
        node("critical", "raise-alarm", { name: "hot", severity: "critical", message: "{{value}} burns" }),
      ],
      wires: [
        ...alarms.wires,
        { from: "raise", output: "raised", to: "hotter" },
        { from: "raise", output: "active", to: "hotter" },
        { from: "hotter", output: "true", to: "critical" },
      ],
    };
    using scene = sceneWith(graver);
    scene.feed.watch([1]);
    const processor = scene.processor();
    append(scene, [31]);
    await settleAll(processor);
    append(scene, [41]);
    const fault = scene.breakStore("UPDATE", "alarms");
    await expect(processor.settleNext()).rejects.toThrow("integer overflow");
    fault.mend();
    await settleAll(processor);
    append(scene, [42, 32]);
    await settleAll(processor);
    expect(scene.rows("SELECT severity, message, last_value, warning_us, critical_us FROM alarms")).toEqual([
      { severity: "critical", message: "41 burns", last_value: 32, warning_us: null, critical_us: 1e6 },
    ]);
    const told = scene.live.filter((event) => event.kind === "alarm");
    expect(told.map(({ change, severity }) => [change, severity])).toEqual([
      ["raised", "warning"],
      ["severity_rose", "critical"],
    ]);
  });

  test("is not raised by a batch that failed", async () => {
    using scene = sceneWith(alarms);
    const processor = scene.processor();
    append(scene, [31]);
    const fault = scene.breakStore("INSERT", "node_counts");
    await expect(processor.settleNext()).rejects.toThrow("integer overflow");
    expect(scene.activeAlarms()).toEqual([]);
    fault.mend();
    await settleAll(processor);
    expect(scene.activeAlarms()).toHaveLength(1);
  });

  test("is acknowledged and cleared by a person, and may then be raised again", async () => {
    using scene = sceneWith(alarms);
    const ask = asking(scene);
    append(scene, [31]);
    await ask.settle();
    const { id } = scene.activeAlarms()[0]!;
    const change = (action: AlarmAction) => ask({ kind: "change alarms", action, ids: [id, 999], by: "ada" });
    expect(await change("acknowledge")).toEqual({ changedIds: [id] });
    expect(await change("clear")).toEqual({ changedIds: [id] });
    expect(await change("clear")).toEqual({ changedIds: [] });
    append(scene, [32]);
    await ask.settle();
    expect(scene.activeAlarms()).toMatchObject([{ sensorId: savingSensor }]);
    expect(await change("clear")).toEqual({ changedIds: [] });
    expect(scene.activeAlarms()).toHaveLength(1);
    expect(scene.rows("SELECT count(*) AS alarms FROM alarms")).toEqual([{ alarms: 2 }]);
  });

  test("is changed together with others or not at all, before pages are notified", async () => {
    using scene = sceneWith(alarms);
    const ask = asking(scene);
    append(scene, [31, 32]);
    append(scene, [40], otherSensor);
    await ask.settle();
    const ids = scene.activeAlarms().map(({ id }) => id);
    const change = (action: AlarmAction) => ask({ kind: "change alarms", action, ids, by: "ada" });
    await change("acknowledge");
    expect(scene.live).toEqual([]);
    scene.feed.watch([1]);
    const fault = scene.breakStore("UPDATE", "alarms", `OLD.id = ${ids[1]}`);
    for (const action of ["unacknowledge", "clear"] as const) {
      await expect(change(action)).rejects.toThrow("integer overflow");
    }
    const untouched = { acknowledged_by: "ada", cleared_us: null };
    expect(scene.rows("SELECT acknowledged_by, cleared_us FROM alarms")).toEqual([untouched, untouched]);
    expect(scene.live).toEqual([]);
    fault.mend();
    await change("unacknowledge");
    await change("unacknowledge");
    const { device, sensor } = sampleSource(savingSensor);
    expect(scene.live).toEqual([
      {
        kind: "alarm",
        accountId: 1,
        device: device.uuid,
        sensor: sensor.uuid,
        change: "unacknowledged",
        name: "hot",
        severity: "warning",
        message: "31 is hot",
        atUs: scene.nowMs * 1000,
        value: 32,
        worst_value: null,
      },
      expect.objectContaining({ change: "unacknowledged", value: 40 }),
    ]);
    await change("acknowledge");
    await change("clear");
    const told = scene.live.slice(2).map((event) => event.kind === "alarm" && event.change);
    expect(told).toEqual(["acknowledged", "acknowledged", "cleared", "cleared"]);
  });
});
