import type { FaultKind } from "./fault-kind.ts";
import { badRequests } from "./kinds/bad-requests.ts";
import { clockSteps } from "./kinds/clock-steps.ts";
import { clusterFaults } from "./kinds/cluster-faults.ts";
import { diskErrors } from "./kinds/disk-errors.ts";
import { killsAtPoints } from "./kinds/kills-at-points.ts";
import { memoryKills } from "./kinds/memory-kills.ts";
import { migrationCrashes } from "./kinds/migration-crashes.ts";
import { powerCuts } from "./kinds/power-cuts.ts";
import { randomKills } from "./kinds/random-kills.ts";
import { restoredBackups } from "./kinds/restored-backups.ts";
import { slowDisks } from "./kinds/slow-disks.ts";
import { stoppedProcessors } from "./kinds/stopped-processors.ts";

/** Every kind of fault that `npm run prove` causes, in the order of their first rounds. */
export const allKinds: readonly FaultKind[] = [
  randomKills,
  killsAtPoints,
  stoppedProcessors,
  powerCuts,
  diskErrors,
  clockSteps,
  slowDisks,
  memoryKills,
  migrationCrashes,
  restoredBackups,
  badRequests,
  clusterFaults,
];
