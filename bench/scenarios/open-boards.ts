import { OpenBoards } from "../load/open-boards.ts";
import { measureBesidePages } from "./beside-pages.ts";
import type { Scenario } from "./scenario.ts";

const boardCount = 100;

export const openBoards: Scenario = {
  name: "open-boards",
  about: `single readings with ${boardCount} open boards, which follow the readings live and load again what they show, and without: Weir`,
  run: (context) =>
    measureBesidePages(context, {
      pages: `${boardCount} boards`,
      open: (system, access) => OpenBoards.open(system, access, boardCount),
    }),
};
