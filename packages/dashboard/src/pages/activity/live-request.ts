import type { Request } from "./outcome-words.ts";

/** As GET …/live tells of a request: as the list does, but with the device's name beside its UUID. */
export type LiveRequest = Omit<Request, "device"> & { readonly device: string; readonly device_name: string };

export function requestOf({ device: uuid, device_name: name, ...event }: LiveRequest): Request {
  return { ...event, device: { uuid, name } };
}
