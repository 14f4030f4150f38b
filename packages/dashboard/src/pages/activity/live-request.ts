import type { LiveRequest } from "@weir/protocol/manage/live-events";
import type { Request } from "./outcome-words.ts";

/** A request as the list contains it. */
export function requestOf({ device: uuid, device_name: name, ...event }: LiveRequest): Request {
  return { ...event, device: { uuid, name } };
}
