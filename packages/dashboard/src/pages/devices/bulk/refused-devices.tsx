import { Link } from "@tanstack/react-router";
import { countText, plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { RefusedDevice } from "./bulk-update.ts";

/** More would only repeat the reasons. */
const listedMax = 100;

/** Says which devices were not changed, and why. */
export function RefusedDevices({
  refused,
  of,
  onClose,
}: {
  readonly refused: readonly RefusedDevice[];
  /** How many devices were to be changed. */
  readonly of: number;
  readonly onClose: () => void;
}) {
  const rest = refused.length - listedMax;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${countText(refused.length)} of ${plural(of, "device")} not changed`}
      description="They stay selected, so that you can try again."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul aria-label="Devices that were not changed" className="flex flex-col gap-2 text-sm">
        {refused.slice(0, listedMax).map(({ device: { uuid, name }, reason }) => (
          <li key={uuid}>
            <Link
              to="/devices/$device"
              params={{ device: uuid }}
              className="font-medium wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            <p className="text-muted">{reason}</p>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-2 text-sm text-muted">And {plural(rest, "more device")}.</p>}
    </Dialog>
  );
}
