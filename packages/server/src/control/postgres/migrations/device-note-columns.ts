import { json, text } from "./column-types.ts";

/** What people note about devices: see device-notes.ts. */
export const deviceNoteColumns = `
ALTER TABLE devices
  ADD COLUMN tags ${json("tags")} NOT NULL DEFAULT '[]',
  ADD COLUMN attributes ${json("attributes")} NOT NULL DEFAULT '{}',
  ADD COLUMN latitude double precision CHECK (abs(latitude) <= 90),
  ADD COLUMN longitude double precision CHECK (abs(longitude) <= 180),
  ADD COLUMN location_label ${text} NOT NULL DEFAULT '',
  ADD COLUMN notes ${text} NOT NULL DEFAULT '';
`;
