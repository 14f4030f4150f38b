import { savedChart } from "./saved-chart.ts";

/** Every resource. Whatever exists for each of them, such as routes and problem codes, follows from this list. */
export const resources = [savedChart] as const;

export const resourceRoutesOfAll = { ...savedChart.routes };

/** The problem codes of all resources, and their meanings. */
export const resourceProblemsOfAll = { ...savedChart.problems };

export type ResourceProblemCode = keyof typeof resourceProblemsOfAll;
