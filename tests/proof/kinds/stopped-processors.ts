import { stoppedProcessorRun } from "../../crash/stopped-processor-run.ts";
import { type FaultKind, judge } from "../fault-kind.ts";

const stops = 3;

export const stoppedProcessors: FaultKind = {
  name: "stopped processors",
  does: "A processor is stopped while it has work, another one takes over its partition, and the first one continues.",
  unit: "stops",
  target: 300,
  share: 1,
  round: async (seed) => judge(stops, await stoppedProcessorRun({ seed, stops })),
};
