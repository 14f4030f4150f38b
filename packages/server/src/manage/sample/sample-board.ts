import { type BoardDefinition, boardDefinition } from "@weir/protocol/manage/board-forms";
import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import { sampleGroup } from "./sample-fleet.ts";

export const sampleBoardName = "Cold store (sample)";
export const sampleChartName = "Freezers (sample)";

/** The board of the sample fleet. `uuidOf` finds a device by its part. */
export function sampleBoard(uuidOf: (part: string) => string): BoardDefinition {
  const of = (part: string, sensor = "temperature") => ({ device: uuidOf(part), sensor });
  const place = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
  const group = { kind: "group", group: sampleGroup };
  return boardDefinition.parse({
    span: "24h",
    tiles: [
      {
        id: "about",
        kind: "text",
        title: "Sample data",
        place: place(0, 0, 3, 3),
        settings: {
          text:
            "An invented cold store. Someone leaves the door of Freezer 2 open, the clock of the loading dock is fast, " +
            "and the battery in the yard is empty.",
        },
      },
      {
        id: "freezer-1",
        kind: "value",
        title: "Freezer 1",
        place: place(3, 0, 3, 3),
        settings: { source: of("freezer-1") },
      },
      {
        id: "freezer-2",
        kind: "gauge",
        title: "Freezer 2",
        place: place(6, 0, 3, 3),
        settings: { source: of("freezer-2"), min: -30, max: 10, thresholds: [-15] },
      },
      {
        id: "tank",
        kind: "gauge",
        title: "Diesel tank",
        place: place(9, 0, 3, 3),
        settings: { source: of("tank", "level"), min: 0, max: 100 },
      },
      {
        id: "freezers",
        kind: "chart",
        title: "Freezers",
        place: place(0, 3, 8, 5),
        settings: { sources: [of("freezer-1"), of("freezer-2"), of("freezer-3")] },
      },
      {
        id: "status",
        kind: "group_status",
        title: "Devices",
        place: place(8, 3, 4, 5),
        settings: { devices: group },
      },
      {
        id: "power",
        kind: "chart",
        title: "Power",
        place: place(0, 8, 6, 4),
        settings: { sources: [of("meter", "power"), of("panels", "power")] },
      },
      {
        id: "doors",
        kind: "chart",
        title: "Doors",
        place: place(6, 8, 6, 4),
        settings: {
          sources: ["freezer-1", "freezer-2", "cooling-room", "gate"].map((part) => of(part, "door")),
          style: "states",
          aggregation: "last",
        },
      },
      {
        id: "now",
        kind: "table",
        title: "Now",
        place: place(0, 12, 8, 6),
        settings: { devices: group, sensors: ["temperature", "humidity", "power"] },
      },
      {
        id: "alarms",
        kind: "alarms",
        title: "Alarms",
        place: place(8, 12, 4, 6),
        settings: { severities: ["critical", "warning"] },
      },
    ],
  });
}

/** The saved chart of the sample. */
export function sampleChart(uuidOf: (part: string) => string) {
  const sensors = ["freezer-1", "freezer-2", "freezer-3"].map((part) => {
    return { device: uuidOf(part), sensor: "temperature" };
  });
  return chartDefinition.parse({ sensors, range: { kind: "last", span: "7d" } });
}
