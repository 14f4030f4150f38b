import { deviceFilter } from "@weir/protocol/resources/device-filter";
import { serveResource } from "../../core/resources/serve-resource.ts";

export const deviceFilters = serveResource(deviceFilter);
