import type { RouteName } from "../../api/route-types.ts";

/** The routes whose answers change when sample data is loaded or removed. */
export const sampleRefreshes: readonly RouteName[] = [
  ...(["showSampleData", "listDevices", "countDevices", "listDeviceGroups", "listBoards"] as const),
  ...(["listAlarms", "listAudit", "listTemplates", "listChains", "listAlertRules", "listCharts"] as const),
  ...(["listSensorTypes", "listQuarantined", "listRequests"] as const),
];
