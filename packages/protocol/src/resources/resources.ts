import { alertRule } from "./alert-rule.ts";
import { board } from "./board.ts";
import { channel } from "./channel.ts";
import { deviceFilter } from "./device-filter.ts";
import { notificationRule } from "./notification-rule.ts";
import { savedChart } from "./saved-chart.ts";
import { sensorType } from "./sensor-type.ts";

/** Every resource. Whatever exists for each of them, such as routes and problem codes, follows from these lists. */
export const resources = [
  alertRule,
  board,
  channel,
  deviceFilter,
  notificationRule,
  savedChart,
  sensorType,
] as const;

export const resourceRoutesOfAll = {
  ...alertRule.routes,
  ...board.routes,
  ...channel.routes,
  ...deviceFilter.routes,
  ...notificationRule.routes,
  ...savedChart.routes,
  ...sensorType.routes,
};

/** The problem codes of all resources, and their meanings. */
export const resourceProblemsOfAll = {
  ...alertRule.problems,
  ...board.problems,
  ...channel.problems,
  ...deviceFilter.problems,
  ...notificationRule.problems,
  ...savedChart.problems,
  ...sensorType.problems,
};
