import type { FaultKind } from "./fault-kind.ts";
import { badRequests } from "./kinds/bad-requests.ts";
import { killsAtPoints } from "./kinds/kills-at-points.ts";
import { randomKills } from "./kinds/random-kills.ts";
import { stoppedProcessors } from "./kinds/stopped-processors.ts";

/** Every kind of fault that `npm run prove` causes, in the order of their first rounds. */
export const allKinds: readonly FaultKind[] = [randomKills, killsAtPoints, stoppedProcessors, badRequests];
