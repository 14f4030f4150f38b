import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import { unwrap } from "@weir/protocol/result";
import { boards } from "../../boards/boards.ts";
import { createShareLink } from "../../boards/sharing/share-links.ts";
import { createAnnotation } from "../../charts/annotations.ts";
import { savedCharts } from "../../charts/saved-charts.ts";
import type { AuditScene } from "../test-audit-scene.ts";
import { smallestPicture } from "../test-picture.ts";
import { of, type RouteExample } from "./test-route-example.ts";

const board = async ({ control, plant: { accountId } }: AuditScene) => {
  const editor = { accountId, userId: null, role: "owner" } as const;
  const { uuid } = unwrap(await boards.operations.create(control, editor, { name: "Overview" }));
  unwrap(await boards.operations.edit(control, editor, uuid, { patch: { name: "Plant" }, expected: null }));
  return of({ board: uuid });
};

const chartOf = ({ deviceUuid: device }: AuditScene["plant"]) =>
  chartDefinition.parse({ sensors: [{ device, sensor: "temperature" }] });

const chart = async ({ control, plant }: AuditScene) => {
  const editor = { accountId: plant.accountId, userId: null, role: "owner" } as const;
  const wanted = { owner: "account", name: "Cooling", definition: chartOf(plant) } as const;
  return of({ chart: unwrap(await savedCharts.operations.create(control, editor, wanted)).uuid });
};

const annotation = async ({ control, plant: { deviceUuid: device } }: AuditScene) => {
  const written = { atUs: 1, untilUs: null, text: "Door open", sensor: null };
  const { uuid } = unwrap(await createAnnotation(control, device, written));
  return of({ device, annotation: uuid });
};

/** Boards, saved charts and annotations. */
export const boardExamples: Readonly<Record<string, RouteExample>> = {
  createAnnotation: ({ plant }) => of({ device: plant.deviceUuid }, { at: "2026-01-01", text: "Door open" }),
  updateAnnotation: async (scene) => ({ ...(await annotation(scene)), body: { text: "Door closed" } }),
  deleteAnnotation: annotation,
  createChart: ({ plant }) => ({ body: { name: "Cooling", definition: chartOf(plant) } }),
  updateChart: async (scene) => ({ ...(await chart(scene)), body: { name: "Heating" } }),
  deleteChart: chart,
  createBoard: () => ({ body: { name: "Overview" } }),
  updateBoard: async (scene) => ({ ...(await board(scene)), body: { name: "Hall" } }),
  deleteBoard: board,
  pinBoard: async (scene) => ({ body: { board: (await board(scene)).params!.board! } }),
  setDefaultBoard: async (scene) => ({ body: { board: (await board(scene)).params!.board! } }),
  duplicateBoard: async (scene) => ({ ...(await board(scene)), body: { name: "Copy", owner: "account" } }),
  addBoardImage: async (scene) => ({
    ...(await board(scene)),
    bytes: smallestPicture,
    headers: { "content-type": "application/octet-stream" },
  }),
  createShareLink: async (scene) => ({ ...(await board(scene)), body: { expires_in_days: 7 } }),
  revokeShareLink: async (scene) => {
    const { params } = await board(scene);
    const editor = { accountId: scene.plant.accountId, userId: null, role: "owner" } as const;
    const wanted = { name: "", days: 7, picked: null, embedding: false };
    const { uuid } = unwrap(await createShareLink(scene.control, editor, params!.board!, wanted));
    return of({ ...params, link: uuid });
  },
  restoreBoardVersion: async (scene) => ({ ...(await board(scene)), body: { version: 1 } }),
};
