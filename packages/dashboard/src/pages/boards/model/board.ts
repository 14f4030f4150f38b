import type {
  boardSpans,
  boardVariableKinds,
  imageFits,
  tileAggregations,
  tileChartStyles,
} from "@weir/protocol/closed-sets";
import type { BoardDefinition } from "@weir/protocol/manage/board-forms";
import type { CallAnswer } from "../../../api/route-types.ts";
import { dayMs } from "../../charts/span.ts";

export type BoardSpan = (typeof boardSpans)[number];
export type BoardVariableKind = (typeof boardVariableKinds)[number];
export type TileChartStyle = (typeof tileChartStyles)[number];
export type TileAggregation = (typeof tileAggregations)[number];

export type ImageFit = (typeof imageFits)[number];

export type { BoardDefinition };
/** A board as the server answers it, with all defaults filled in. */
export type Board = Omit<CallAnswer<"showBoard">, "definition"> & { readonly definition: BoardDefinition };
export type ListedBoard = CallAnswer<"listBoards">["items"][number];
export type BoardVariable = NonNullable<BoardDefinition["variable"]>;
export type Tile = BoardDefinition["tiles"][number];
export type TileKind = Tile["kind"];
export type TileOf<Kind extends TileKind> = Extract<Tile, { kind: Kind }>;
export type TileSource = TileOf<"value">["settings"]["source"];
export type TileDevices = TileOf<"table">["settings"]["devices"];

const hourMs = dayMs / 24;

export const spanLengthsMs: Readonly<Record<BoardSpan, number>> = {
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": 30 * dayMs,
  "365d": 365 * dayMs,
};

export const spanLabels: Readonly<Record<BoardSpan, string>> = {
  "1h": "1 h",
  "6h": "6 h",
  "24h": "24 h",
  "7d": "7 d",
  "30d": "30 d",
  "365d": "1 y",
};

/** The range in a sentence: "in the last 24 hours". */
export const spanWords: Readonly<Record<BoardSpan, string>> = {
  "1h": "hour",
  "6h": "6 hours",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "365d": "year",
};

export function isBoardSpan(text: unknown): text is BoardSpan {
  return typeof text === "string" && Object.hasOwn(spanLengthsMs, text);
}

/** The device or group that the board's picker has picked; null if nothing is picked or there is no picker. */
export type Picked =
  | { readonly kind: "device"; readonly device: string }
  | { readonly kind: "group"; readonly group: string }
  | null;

/** What a variable of this kind has picked. */
export function pickedOf(kind: BoardVariableKind, name: string | null): Picked {
  if (name === null) return null;
  return kind === "device" ? { kind, device: name } : { kind, group: name };
}

/** All sources of a tile; none for tiles that do not show single sensors. */
export function sourcesOf(tile: Tile): readonly TileSource[] {
  switch (tile.kind) {
    case "value":
    case "gauge":
      return [tile.settings.source];
    case "chart":
    case "values":
      return tile.settings.sources;
    case "log":
      return tile.settings.of === "readings" ? tile.settings.sources : [];
    default:
      return [];
  }
}

/** The UUID of a source's device; null if the picker has not picked one. */
export function deviceOfSource({ device }: TileSource, picked: Picked): string | null {
  return device ?? (picked?.kind === "device" ? picked.device : null);
}

/** Which devices a tile shows, with the variable replaced by what is picked. Null if nothing is picked. */
export type ShownDevices =
  | { readonly kind: "all" }
  | { readonly kind: "group"; readonly group: string }
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "devices"; readonly devices: readonly string[] };

export function shownDevices(devices: TileDevices, picked: Picked): ShownDevices | null {
  if (devices.kind !== "variable") return devices;
  if (picked === null) return null;
  return picked.kind === "group" ? picked : { kind: "devices", devices: [picked.device] };
}

/** Finds these devices in lists and counts. */
export function deviceQuery(shown: ShownDevices): {
  readonly [Name in "group" | "tag" | "devices"]?: string;
} {
  switch (shown.kind) {
    case "all":
      return {};
    case "group":
      return { group: shown.group };
    case "tag":
      return { tag: shown.tag };
    case "devices":
      return { devices: shown.devices.join(",") };
  }
}
