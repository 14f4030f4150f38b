import { BellPlus } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../app/session.tsx";
import { IconButton } from "../../ui/button.tsx";
import { LazyAlertMe } from "./lazy-alert-me.tsx";

/** Opens the dialog that creates an alert for a sensor. Shown to people who may create one. */
export function AlertMeButton({
  device,
  sensor,
  name,
}: {
  readonly device: string;
  readonly sensor?: string;
  /** What the alert is about. */
  readonly name: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay("editor")) return null;
  return (
    <>
      <IconButton label={`Alert me about ${name}`} className="size-7" onClick={() => setIsOpen(true)}>
        <BellPlus size={15} aria-hidden />
      </IconButton>
      {isOpen && <LazyAlertMe device={device} sensor={sensor} onClose={() => setIsOpen(false)} />}
    </>
  );
}
