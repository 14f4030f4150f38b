import { shortText, sites, tileTemplate } from "./page-kinds.ts";
import type { Setting } from "./setting.ts";

/** What the pages of the dashboard may show, and where they may be shown. */
export const pageSettings = {
  share_frame_hosts: {
    kind: sites,
    default: "",
    help: "Hosts whose pages may show shared boards in a frame, like intranet.example.org. No other page of the dashboard can be framed.",
  },
  map_tiles: {
    kind: tileTemplate,
    default: null,
    help: "Tile server for the maps on boards, like https://tiles.example.org/{z}/{x}/{y}.png. Browsers load pictures from its host. Without it, maps have no background, and nothing is loaded from other hosts.",
  },
  map_attribution: {
    kind: shortText,
    default: null,
    help: "Whom maps name as their source, as most tile servers require; requires map_tiles.",
  },
} as const satisfies Record<string, Setting>;
