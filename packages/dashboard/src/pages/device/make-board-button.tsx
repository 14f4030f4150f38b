import { useNavigate } from "@tanstack/react-router";
import { LayoutDashboard } from "lucide-react";
import { useChange } from "../../api/change.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { deviceBoard } from "../boards/model/device-board.ts";
import { useSensorLooks } from "./sensor-looks.ts";
import { type Device, useSensors } from "./use-device.ts";

/** Creates a board with a tile for each sensor of the device, and opens it. */
export function MakeBoardButton({ device }: { readonly device: Device }) {
  const navigate = useNavigate();
  const mayEdit = useMay("editor");
  const sensors = useSensors();
  const lookOf = useSensorLooks();
  const create = useChange("createBoard", {
    refreshes: ["listBoards"],
    said: ({ name }) => `${name} was created.`,
    onDone: ({ uuid }) => void navigate({ to: "/boards/$board", params: { board: uuid } }),
  });
  if (device.sensor_count === 0) return null;
  const make = () => {
    const boarded = sensors.items.map((sensor) => ({ slug: sensor.slug, unit: lookOf(sensor).unit }));
    create.mutate({
      body: {
        name: device.name,
        owner: mayEdit ? "account" : "person",
        definition: deviceBoard(device.uuid, boarded),
      },
    });
  };
  return (
    <Button
      size="small"
      icon={<LayoutDashboard size={14} aria-hidden />}
      isBusy={create.isPending}
      disabled={sensors.items.length === 0}
      onClick={make}
    >
      Create board
    </Button>
  );
}
