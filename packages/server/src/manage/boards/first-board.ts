import type { BoardDefinition } from "@weir/protocol/manage/board-forms";

export const firstBoardName = "All devices";

const place = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

/**
 * The board with which an account starts. It names no devices, so it shows those that are created later. It is complete as it
 * is, because checking it would load all schemas when the server starts.
 */
export const firstBoard: BoardDefinition = {
  variable: null,
  span: "24h",
  tiles: [
    {
      id: "welcome",
      title: "Welcome",
      place: place(0, 0, 4, 3),
      kind: "text",
      settings: {
        text:
          "This board shows all your devices. Create one under Devices, and its latest values appear below.\n" +
          "Choose Edit to add charts, gauges and maps, or to delete this text.",
      },
    },
    {
      id: "status",
      title: "Devices",
      place: place(4, 0, 4, 3),
      kind: "group_status",
      settings: { devices: { kind: "all" } },
    },
    {
      id: "alarms",
      title: "Active alarms",
      place: place(8, 0, 4, 3),
      kind: "alarms",
      settings: { severities: ["critical", "warning", "info"], max: 10 },
    },
    {
      id: "values",
      title: "Latest values",
      place: place(0, 3, 12, 6),
      kind: "table",
      settings: { devices: { kind: "all" }, sensors: null, attributes: [] },
    },
  ],
};
