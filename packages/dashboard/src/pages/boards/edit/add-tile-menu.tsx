import {
  BellRing,
  ChartLine,
  CircleGauge,
  Hash,
  Image as ImageIcon,
  ListOrdered,
  type LucideIcon,
  MapPin,
  MonitorCheck,
  Plus,
  ScrollText,
  Table2,
  Type,
} from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { TileKind } from "../model/board.ts";
import { kindWords } from "../tiles/tile-title.ts";

/** The kinds of tiles that can be added, with those that most boards need first. */
const kinds: readonly (readonly [kind: TileKind, icon: LucideIcon])[] = [
  ["value", Hash],
  ["chart", ChartLine],
  ["gauge", CircleGauge],
  ["values", ListOrdered],
  ["table", Table2],
  ["alarms", BellRing],
  ["log", ScrollText],
  ["group_status", MonitorCheck],
  ["map", MapPin],
  ["text", Type],
  ["image", ImageIcon],
];

export function AddTileMenu({ onAdd }: { readonly onAdd: (kind: TileKind) => void }) {
  return (
    <Menu
      trigger={
        <Button data-add-tile icon={<Plus size={15} aria-hidden />}>
          Add tile
        </Button>
      }
      entries={kinds.map(([kind, Icon]) => ({
        label: kindWords[kind],
        icon: <Icon size={15} aria-hidden />,
        onSelect: () => onAdd(kind),
      }))}
    />
  );
}
