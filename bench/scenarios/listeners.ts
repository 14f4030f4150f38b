import { LiveListeners } from "../load/live-listeners.ts";
import { measureBesidePages } from "./beside-pages.ts";
import type { Scenario } from "./scenario.ts";

const listenerCount = 50;

export const listeners: Scenario = {
  name: "listeners",
  about: `single readings with ${listenerCount} live listeners, who see everything, and without: Weir`,
  run: (context) =>
    measureBesidePages(context, {
      pages: `${listenerCount} listeners`,
      open: (system, access) => LiveListeners.open(system, access, listenerCount),
    }),
};
