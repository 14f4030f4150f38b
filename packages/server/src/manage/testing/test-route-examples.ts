import { alarmExamples } from "./route-examples/test-alarm-examples.ts";
import { boardExamples } from "./route-examples/test-board-examples.ts";
import { chainExamples } from "./route-examples/test-chain-examples.ts";
import { deviceExamples } from "./route-examples/test-device-examples.ts";
import { peopleExamples } from "./route-examples/test-people-examples.ts";
import { provisioningExamples } from "./route-examples/test-provisioning-examples.ts";
import type { RouteExample } from "./route-examples/test-route-example.ts";

/** A valid request for every route that changes something. */
export const routeExamples: Readonly<Record<string, RouteExample>> = {
  ...peopleExamples,
  ...deviceExamples,
  ...provisioningExamples,
  ...chainExamples,
  ...alarmExamples,
  ...boardExamples,
};
