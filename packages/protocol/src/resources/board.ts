import { boardDefinition } from "../manage/board-forms.ts";
import { boardBodyBytesMax } from "../manage/board-limits.ts";
import { defineResource } from "./define-resource.ts";
import { field, withInitial } from "./field.ts";

export const board = defineResource({
  thing: "board",
  things: "boards",
  tag: "Boards",
  path: "boards",
  param: "board",
  table: "boards",
  scopes: {
    read: "boards:read",
    write: "boards:write",
    // Whoever has a share link of a board sees the values of its tiles.
    create: { allOf: ["boards:write", "readings:read"] },
    update: { allOf: ["boards:write", "readings:read"] },
  },
  owner: "account or person",
  max: { perAccount: 200, perPerson: 50 },
  version: "counted",
  times: ["updated_at"],
  fields: {
    name: field.name(),
    definition: withInitial(field.json(boardDefinition), { variable: null, span: "24h", tiles: [] }),
  },
  bodyBytesMax: boardBodyBytesMax,
  texts: {
    create: {
      summary: "Create or import a board",
      description:
        "Without a definition, the board is empty. The definition of another board, also from another account or server, can be used. Devices and groups that do not exist are shown as missing. An API key creates only boards of the account.",
    },
    show: { summary: "Show a board with its definition" },
    update: { description: "The definition is replaced as a whole." },
    delete: { summary: "Delete a board with its versions" },
  },
});
