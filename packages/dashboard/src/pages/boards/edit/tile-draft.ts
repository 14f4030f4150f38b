import type { Severity } from "@weir/protocol/closed-sets";
import { logEntriesMax, tileAlarmsMax } from "@weir/protocol/manage/board-limits";
import { tagShape } from "@weir/protocol/manage/device-notes";
import type {
  BoardSpan,
  BoardVariable,
  ImageFit,
  Tile,
  TileAggregation,
  TileChartStyle,
  TileDevices,
  TileKind,
  TileOf,
} from "../model/board.ts";
import type { TileDraft } from "../model/new-tile.ts";
import { emptyLook, type LookDraft, lookDraft, typedLook } from "./look-draft.ts";
import { isChosen, type SourceDraft } from "./source-field.tsx";

export type LogOf = TileOf<"log">["settings"]["of"];

/** The form of a tile: all fields of all kinds. The kind decides which of them are shown and used. */
export interface TileFields extends LookDraft {
  readonly title: string;
  readonly sources: readonly SourceDraft[];
  readonly style: TileChartStyle;
  readonly aggregation: TileAggregation;
  /** Null for the range of the board. */
  readonly span: BoardSpan | null;
  readonly devices: TileDevices;
  /** Null for the sensors that most devices have. */
  readonly sensors: readonly string[] | null;
  readonly attributes: readonly string[];
  readonly severities: readonly Severity[];
  readonly shown: string;
  readonly logOf: LogOf;
  readonly text: string;
  /** The UUID of an image of the board; empty until one is chosen. */
  readonly image: string;
  readonly alt: string;
  readonly fit: ImageFit;
}

/** The fields with which the form of a new tile starts. */
export function emptyFields(variable: BoardVariable | null): TileFields {
  return {
    title: "",
    sources: [{ device: variable?.kind === "device" ? null : undefined, sensor: "" }],
    ...emptyLook,
    style: "lines",
    aggregation: "mean",
    span: null,
    devices: variable?.kind === "group" ? { kind: "variable" } : { kind: "all" },
    sensors: null,
    attributes: [],
    severities: ["critical", "warning", "info"],
    shown: "10",
    logOf: "readings",
    text: "",
    image: "",
    alt: "",
    fit: "contain",
  };
}

export function fieldsOf(tile: Tile, variable: BoardVariable | null): TileFields {
  const fields = { ...emptyFields(variable), title: tile.title };
  switch (tile.kind) {
    case "value":
    case "gauge":
      return { ...fields, ...lookDraft(tile.settings), sources: [tile.settings.source] };
    case "chart": {
      const { sources, style, aggregation, span = null } = tile.settings;
      return { ...fields, ...lookDraft(tile.settings), sources, style, aggregation, span };
    }
    case "values":
      return { ...fields, sources: tile.settings.sources };
    case "log": {
      const { of, max } = tile.settings;
      const sources = of === "readings" ? tile.settings.sources : fields.sources;
      return { ...fields, logOf: of, sources, shown: `${max}` };
    }
    case "table":
      return { ...fields, ...tile.settings };
    case "group_status":
    case "map":
      return { ...fields, ...tile.settings };
    case "alarms":
      return { ...fields, severities: tile.settings.severities, shown: `${tile.settings.max}` };
    case "text":
    case "image":
      return { ...fields, ...tile.settings };
  }
}

/** The tile that the form describes; null while it is not complete. */
export function draftOf(kind: TileKind, fields: TileFields): TileDraft | null {
  const title = fields.title.trim();
  const sources = fields.sources.filter(isChosen);
  const areChosen = sources.length === fields.sources.length && sources.length > 0;
  const look = typedLook(fields);
  switch (kind) {
    case "value":
    case "gauge":
      return areChosen && look !== null ? { kind, title, settings: { source: sources[0]!, ...look } } : null;
    case "chart": {
      const { style, aggregation, span } = fields;
      if (!areChosen || look === null) return null;
      const own = span === null ? {} : { span };
      return { kind, title, settings: { sources, style, aggregation, ...own, ...look } };
    }
    case "values":
      return areChosen ? { kind, title, settings: { sources } } : null;
    case "log": {
      const max = shownCount(fields, logEntriesMax);
      if (max === null) return null;
      if (fields.logOf === "alarms") return { kind, title, settings: { of: "alarms", max } };
      return areChosen ? { kind, title, settings: { of: "readings", sources, max } } : null;
    }
    case "table":
      return areComplete(fields.devices) ? { kind, title, settings: tableOf(fields) } : null;
    case "alarms": {
      const max = shownCount(fields, tileAlarmsMax);
      const severities = [...fields.severities];
      return max !== null && severities.length > 0 ? { kind, title, settings: { severities, max } } : null;
    }
    case "group_status":
    case "map":
      return areComplete(fields.devices) ? { kind, title, settings: { devices: fields.devices } } : null;
    case "image": {
      const { image, alt, fit } = fields;
      return image === "" ? null : { kind, title, settings: { image, alt: alt.trim(), fit } };
    }
    case "text":
      return fields.text.trim() === "" ? null : { kind, title, settings: { text: fields.text } };
  }
}

/** Null if it is no count within the limit. */
function shownCount({ shown }: TileFields, most: number): number | null {
  const count = Number(shown);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : null;
}

function tableOf({ devices, sensors, attributes }: TileFields) {
  return { devices, sensors: sensors && [...sensors], attributes: [...attributes] };
}

/** Whether devices are named that could exist. */
export function areComplete(devices: TileDevices): boolean {
  if (devices.kind === "tag") return tagShape.test(devices.tag);
  return devices.kind !== "devices" || devices.devices.length > 0;
}
