import { alertRules } from "./alerts/alert-rules.ts";
import { boards } from "./boards/boards.ts";
import { savedCharts } from "./charts/saved-charts.ts";
import { deviceFilters } from "./devices/filters/device-filters.ts";
import { channels } from "./notifications/channels.ts";
import { notificationRules } from "./notifications/notification-rules.ts";
import { sensorTypes } from "./sensors/sensor-types.ts";

/** Every resource as the server serves it. */
export const servedResources = [
  alertRules,
  boards,
  channels,
  deviceFilters,
  notificationRules,
  savedCharts,
  sensorTypes,
] as const;

export const resourceHandlers = {
  ...alertRules.handlers,
  ...boards.handlers,
  ...channels.handlers,
  ...deviceFilters.handlers,
  ...notificationRules.handlers,
  ...savedCharts.handlers,
  ...sensorTypes.handlers,
};
