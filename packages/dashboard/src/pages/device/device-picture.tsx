import { urlOf } from "../../api/client.ts";
import { cx } from "../../ui/class-names.ts";
import type { Device } from "./use-device.ts";

/** The picture of a device; nothing if it has none. */
export function DevicePicture({
  device,
  className,
}: {
  readonly device: Device;
  readonly className?: string;
}) {
  const { uuid, name, picture } = device;
  if (picture === null) return null;
  // The browser keeps a picture for good, so a newer one needs another address.
  const src = `${urlOf("showDevicePicture", { params: { device: uuid } })}?stored=${encodeURIComponent(picture)}`;
  return <img src={src} alt={name} className={cx("rounded-md border border-line object-cover", className)} />;
}
