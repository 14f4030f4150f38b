import { type BoardDefinition, boardDefinition } from "@weir/protocol/manage/board-forms";
import { sampleGroup } from "./sample-fleet.ts";

export const sampleBoardName = "Cold store (sample)";

/** The board of the sample fleet. `uuidOf` finds a device by the start of its name. */
export function sampleBoard(uuidOf: (name: string) => string): BoardDefinition {
  const of = (name: string, sensor = "temperature") => ({ device: uuidOf(name), sensor });
  const place = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
  const group = { kind: "group", group: sampleGroup };
  return boardDefinition.parse({
    span: "7d",
    tiles: [
      {
        id: "about",
        kind: "text",
        title: "Sample data",
        place: place(0, 0, 4, 3),
        settings: {
          text:
            "An invented cold store. Freezer 2 has been getting warmer since yesterday, the clock of the loading dock " +
            "is fast, and the weather station on the roof is often away.\nRemove all of it under Settings > Account.",
        },
      },
      {
        id: "freezer-1",
        kind: "value",
        title: "Freezer 1",
        place: place(4, 0, 4, 3),
        settings: { source: of("Freezer 1") },
      },
      {
        id: "freezer-2",
        kind: "gauge",
        title: "Freezer 2",
        place: place(8, 0, 4, 3),
        settings: { source: of("Freezer 2"), min: -30, max: 10, thresholds: [-15] },
      },
      {
        id: "freezers",
        kind: "chart",
        title: "Freezers",
        place: place(0, 3, 8, 5),
        settings: { sources: [of("Freezer 1"), of("Freezer 2")] },
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
        settings: { sources: [of("Main meter", "power")], style: "bars", aggregation: "mean" },
      },
      {
        id: "doors",
        kind: "chart",
        title: "Doors",
        place: place(6, 8, 6, 4),
        settings: {
          sources: ["Freezer 1", "Freezer 2", "Cooling room"].map((name) => of(name, "door")),
          style: "states",
          aggregation: "last",
        },
      },
      {
        id: "now",
        kind: "table",
        title: "Now",
        place: place(0, 12, 8, 5),
        settings: { devices: group, sensors: ["temperature", "humidity", "power"] },
      },
      {
        id: "alarms",
        kind: "alarms",
        title: "Alarms",
        place: place(8, 12, 4, 5),
        settings: { severities: ["critical", "warning"] },
      },
    ],
  });
}
