import type { LiveRequest } from "@weir/protocol/manage/live-events";
import type { Request } from "./outcome-words.ts";

/** As the list has it. */
export function requestOf({ device: uuid, device_name: name, ...event }: LiveRequest): Request {
  return { ...event, device: { uuid, name } };
}
