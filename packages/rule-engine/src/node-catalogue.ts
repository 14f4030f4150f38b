import type { NodeType } from "./node-type.ts";
import { calculate } from "./nodes/calculate.ts";
import { chain } from "./nodes/chain.ts";
import { clearAlarm } from "./nodes/clear-alarm.ts";
import { compare } from "./nodes/compare.ts";
import { consecutiveThreshold } from "./nodes/consecutive-threshold.ts";
import { convertUnit } from "./nodes/convert-unit.ts";
import { deadband } from "./nodes/deadband.ts";
import { delta } from "./nodes/delta.ts";
import { dropMetadata } from "./nodes/drop-metadata.ts";
import { email } from "./nodes/email.ts";
import { expression } from "./nodes/expression.ts";
import { input } from "./nodes/input.ts";
import { late } from "./nodes/late.ts";
import { log } from "./nodes/log.ts";
import { metadataMatch } from "./nodes/metadata-match.ts";
import { moving } from "./nodes/moving.ts";
import { mqtt } from "./nodes/mqtt.ts";
import { raiseAlarm } from "./nodes/raise-alarm.ts";
import { range } from "./nodes/range.ts";
import { rateOfChange } from "./nodes/rate-of-change.ts";
import { renameMetadata } from "./nodes/rename-metadata.ts";
import { roundClamp } from "./nodes/round-clamp.ts";
import { save } from "./nodes/save.ts";
import { scale } from "./nodes/scale.ts";
import { setMetadata } from "./nodes/set-metadata.ts";
import { split } from "./nodes/split.ts";
import { stop } from "./nodes/stop.ts";
import { switchNode } from "./nodes/switch.ts";
import { timeOfDay } from "./nodes/time-of-day.ts";
import { webhook } from "./nodes/webhook.ts";

/** Every type of node by its name, in the order of the palette. */
export const nodeCatalogue: ReadonlyMap<string, NodeType> = new Map(
  [
    input,
    compare,
    range,
    consecutiveThreshold,
    rateOfChange,
    deadband,
    late,
    timeOfDay,
    metadataMatch,
    expression,
    scale,
    convertUnit,
    roundClamp,
    calculate,
    setMetadata,
    renameMetadata,
    dropMetadata,
    moving,
    delta,
    switchNode,
    split,
    chain,
    save,
    raiseAlarm,
    clearAlarm,
    webhook,
    email,
    mqtt,
    log,
    stop,
  ].map((node) => [node.type, node]),
);
