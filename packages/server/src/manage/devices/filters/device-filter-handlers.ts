import type { deviceFilterRoutes } from "@weir/protocol/manage/device-filter-routes";
import { listFilters, type SavedDeviceFilter } from "../../../control/devices/device-filters.ts";
import type { HandlersOf } from "../../../web/handler.ts";
import { succeed } from "../../manage-error.ts";
import { editorOf, ownerOf } from "../../owner-rules.ts";
import { removeFilter, saveFilter } from "./device-filters.ts";

export const deviceFilterHandlers: HandlersOf<typeof deviceFilterRoutes> = {
  async listDeviceFilters(context) {
    const filters = await listFilters(context.control.db, editorOf(context));
    return succeed({ items: filters.map(toJson), next: null });
  },

  async createDeviceFilter(context, { body }) {
    const saved = await saveFilter(context.control, editorOf(context), body);
    return saved.ok ? succeed(toJson(saved.value)) : saved;
  },

  async deleteDeviceFilter(context, { params }) {
    return removeFilter(context.control, editorOf(context), params.filter);
  },
};

function toJson(filter: SavedDeviceFilter) {
  const { uuid, name, parameters } = filter;
  return { uuid, name, owner: ownerOf(filter), parameters };
}
