import { z } from "zod";
import { alarmStates, deviceStatuses, severities } from "../closed-sets.ts";
import { boardDefinition } from "./board-forms.ts";
import { attributeValue } from "./device-note-forms.ts";
import { mapFacts } from "./map-forms.ts";
import { readingBuckets } from "./reading-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";
import { valueStates } from "./value-states.ts";

const count = z.number().int();
const latest = z.object({ value: z.number(), at: time }).nullable().describe("Null if there is no data.");

const look = {
  unit: z.string().nullable(),
  decimals: z.number().int().nullable().describe("How many are shown; null for all."),
  min: z.number().nullable().describe("The ends of the usual scale."),
  max: z.number().nullable(),
  states: valueStates.nullable(),
};

const sharedSource = z
  .object({
    device: z.string().describe("Name of the device."),
    sensor: z.object({ uuid: z.string(), name: z.string(), ...look }),
    latest,
  })
  .nullable()
  .describe("Null if the device or its sensor does not exist.")
  .meta({ id: "SharedSource" });

const location = z.object({ latitude: z.number(), longitude: z.number() }).nullable();

const sharedDevice = z
  .object({
    name: z.string(),
    enabled: z.boolean(),
    status: z.enum(deviceStatuses),
    last_connected: time.nullable(),
    location,
    attributes: z.array(attributeValue.nullable()).describe("One for each attribute that the table names."),
    values: z
      .array(z.object({ ...look, latest }).nullable())
      .describe("One for each of the columns; null if the device has no such sensor."),
  })
  .meta({ id: "SharedDevice" });

const sharedAlarm = z
  .object({
    severity: z.enum(severities),
    state: z.enum(alarmStates),
    name: z.string(),
    message: z.string(),
    device: z.string().nullable(),
    sensor: z.string().nullable().describe("The slug."),
    raised_at: time,
    last_value: z.number().nullable(),
  })
  .meta({ id: "SharedAlarm" });

const sharedTile = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("sources"),
      sources: z.array(sharedSource).describe("In the order of the tile's settings."),
      buckets: readingBuckets
        .nullable()
        .describe("Over the tile's time range up to now; null if the tile shows no curve."),
      readings: z
        .array(z.object({ source: count.describe("Its place in `sources`."), at: time, value: z.number() }))
        .nullable()
        .describe("Of a log, the newest first; null for other tiles."),
    }),
    z.object({
      kind: z.literal("devices"),
      attributes: z.array(z.string()).describe("Names of the attributes that the table shows."),
      columns: z.array(z.string()).describe("Names of the sensors that the table shows."),
      devices: z.array(sharedDevice).describe("By name."),
      has_more: z.boolean(),
    }),
    z.object({
      kind: z.literal("status"),
      online: count,
      offline: count,
      never_seen: count,
      disabled: count,
    }),
    z.object({ kind: z.literal("alarms"), alarms: z.array(sharedAlarm) }),
    z.object({ kind: z.literal("text") }),
    z.object({ kind: z.literal("image") }),
  ])
  .describe(
    "What a tile shows. `text`: all of it is in the definition. `image`: it has an address of its own.",
  )
  .meta({ id: "SharedTile" });

const tileParams = z.object({ tile: z.string().max(64).describe("Id of the tile.") });

const byLink = { method: "GET", access: "link", scope: null } as const;
const refusal = "A link that was revoked or has expired is answered like one that never existed.";

export const sharedBoardRoutes = defineRoutes("Shared boards", {
  showSharedBoard: {
    ...byLink,
    path: "/shared/board",
    summary: "Show the board of a share link",
    description: refusal,
    answer: z
      .object({
        name: z.string(),
        picked: z.string().nullable().describe("The name of the device or group that the link shows."),
        expires_at: time,
        embedding: z.boolean().describe("Whether the page of the link shows the board inside a frame."),
        version: z.number().int().describe("Of the board."),
        definition: boardDefinition,
        map: mapFacts,
      })
      .meta({ id: "SharedBoard" }),
  },
  showSharedTile: {
    ...byLink,
    path: "/shared/board/tiles/{tile}",
    summary: "Show what a tile of the board shows",
    description: `Only what the current definition of the board names can be read. ${refusal}`,
    params: tileParams,
    query: z.object({
      points: z.coerce.number().int().min(1).max(1000).default(300).describe("The most buckets to return."),
    }),
    answer: sharedTile,
  },
  showSharedImage: {
    ...byLink,
    path: "/shared/board/tiles/{tile}/image",
    summary: "Show the image of a tile of the board",
    description: `Only images that the current definition of the board names can be read. ${refusal}`,
    params: tileParams,
    answer: { stream: ["image/png", "image/jpeg", "image/webp"] },
  },
});
