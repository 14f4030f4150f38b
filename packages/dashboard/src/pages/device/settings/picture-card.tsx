import { pictureBytesMax } from "@weir/protocol/manage/picture-bytes-max";
import { Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useChange } from "../../../api/change.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { shrinkPicture } from "../../../ui/shrink-picture.ts";
import { toast } from "../../../ui/toast.tsx";
import { DevicePicture } from "../device-picture.tsx";
import type { Device } from "../use-device.ts";

const refreshes = ["showDevice"] as const;
/** Enough for a page, and a few dozen kilobytes. */
const size = { longestPx: 640, bytesMax: pictureBytesMax };

/** A photo of the device or the place where it is. */
export function PictureCard({ device }: { readonly device: Device }) {
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const params = { device: device.uuid };
  const replace = useChange("replaceDevicePicture", { refreshes, said: "Picture saved" });
  const remove = useChange("deleteDevicePicture", { refreshes, said: "Picture removed" });
  const isBusy = isReading || replace.isPending || remove.isPending;
  const take = async (file: File) => {
    setReading(true);
    try {
      replace.mutate({ params, body: await shrinkPicture(file, size) });
    } catch {
      toast("Your browser can’t read this file as a picture.", "bad");
    } finally {
      setReading(false);
    }
  };
  return (
    <Card title="Picture">
      <div className="flex flex-wrap items-center gap-4">
        <DevicePicture device={device} className="size-28" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <p className="max-w-xl text-sm text-muted">
            A photo of the device or its location helps people find it. It is resized before it is stored.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Upload size={15} aria-hidden />}
              disabled={isBusy}
              onClick={() => input.current?.click()}
            >
              {device.picture === null ? "Choose picture…" : "Replace picture…"}
            </Button>
            {device.picture !== null && (
              <Button
                icon={<Trash2 size={15} aria-hidden />}
                disabled={isBusy}
                onClick={() => remove.mutate({ params })}
              >
                Remove picture
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Picture file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) void take(file);
              // Otherwise choosing the same file again would not be noticed.
              target.value = "";
            }}
          />
        </div>
      </div>
    </Card>
  );
}
