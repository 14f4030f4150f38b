import { expect, test } from "bun:test";
import { boardDefinition } from "@weir/protocol/manage/board-forms";
import { overviewDevices, overviewOf } from "./overview.ts";

const uuidOf = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`;

function overview(...slugs: readonly string[][]) {
  const devices = slugs.map((_, nth) => ({ uuid: uuidOf(nth) }));
  // Sensors come in the order of their creation, which is not that of the connections.
  const sensors = devices.toReversed().flatMap(({ uuid: device }) => {
    const own = slugs[Number(device.at(-1))]!;
    return own.map((slug) => ({ device, slug, unit: slug === "temperature" ? "°C" : "%" }));
  });
  const definition = overviewOf(devices, sensors);
  // It can be saved as a board.
  expect(boardDefinition.parse(definition)).toEqual(definition);
  const shown = definition.tiles.flatMap((tile) =>
    tile.kind === "value" ? [`${tile.settings.source.device!.at(-1)} ${tile.settings.source.sensor}`] : [],
  );
  const chart = definition.tiles.find(({ kind }) => kind === "chart");
  const lines = chart?.kind === "chart" ? chart.settings.sources.map(({ sensor }) => sensor) : [];
  return { definition, shown, lines, places: definition.tiles.map(({ place }) => Object.values(place)) };
}

test("shows the most common sensors on the devices that connected last", () => {
  const climate = ["battery", "temperature", "humidity"];
  const { shown, lines } = overview(climate, climate, climate, [...climate, "pressure"], ["temperature"]);
  expect(shown).toEqual([
    ...["0 temperature", "1 temperature", "2 temperature", "3 temperature"],
    ...["0 humidity", "1 humidity", "2 humidity", "3 humidity"],
  ]);
  expect(lines).toEqual(Array(5).fill("temperature"));
});

test("shows all sensors of the only device, and draws those that fit into one chart", () => {
  const { shown, lines, places } = overview(["temperature", "humidity"]);
  expect(shown).toEqual(["0 temperature", "0 humidity"]);
  expect(lines).toEqual(["temperature", "humidity"]);
  expect(places).toEqual([
    [0, 0, 4, 2],
    [4, 0, 4, 2],
    [8, 0, 4, 2],
    [0, 2, 12, 4],
  ]);
});

test("leaves no gap beside any number of values, and shows at most eight", () => {
  for (let devices = 1; devices <= 8; devices++)
    for (const slugs of [["temperature"], ["temperature", "humidity"], ["a", "b", "c", "d", "e", "f", "g"]]) {
      const { shown, places } = overview(...Array(devices).fill(slugs));
      expect(shown.length).toBeLessThanOrEqual(8);
      const cells = places.reduce((sum, [, , width, height]) => sum + width! * height!, 0);
      const rows = Math.max(...places.map(([, y, , height]) => y! + height!));
      expect([devices, slugs.length, cells]).toEqual([devices, slugs.length, rows * 12]);
    }
});

test("shows only the states of the devices if none has sent a reading", () => {
  const { definition } = overview([]);
  expect(definition.tiles.map(({ kind }) => kind)).toEqual(["group_status"]);
});

test("chooses devices that are online first, in the order of their names", () => {
  const device = (name: string, status: "online" | "offline") => ({ uuid: name, name, status });
  const names = ["Room 10", "Room 9", "Room 8", "A", "B", "C", "D", "E"].map((name) =>
    device(name, "online"),
  );
  const chosen = overviewDevices([device("Attic", "offline"), ...names.slice(0, 3)]);
  expect(chosen.map(({ name }) => name)).toEqual(["Room 8", "Room 9", "Room 10", "Attic"]);
  expect(overviewDevices([device("Attic", "offline"), ...names])).toHaveLength(8);
});
