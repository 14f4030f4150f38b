import {
  Activity,
  BatteryMedium,
  CloudRain,
  DoorOpen,
  Droplets,
  Fan,
  Flame,
  Gauge,
  Leaf,
  Lightbulb,
  type LucideIcon,
  Radio,
  Ruler,
  Sun,
  Thermometer,
  Volume2,
  Waves,
  Weight,
  Wind,
  Zap,
} from "lucide-react";

/** The icons that types of sensors may have, by their stored names. */
export const sensorIcons: Readonly<Record<string, LucideIcon>> = {
  thermometer: Thermometer,
  droplets: Droplets,
  gauge: Gauge,
  wind: Wind,
  rain: CloudRain,
  sun: Sun,
  light: Lightbulb,
  leaf: Leaf,
  water: Waves,
  flame: Flame,
  power: Zap,
  battery: BatteryMedium,
  signal: Radio,
  sound: Volume2,
  motion: Activity,
  door: DoorOpen,
  fan: Fan,
  distance: Ruler,
  weight: Weight,
};

/** The icon of a sensor's type; nothing if it has none, or one that this page does not know. */
export function SensorIcon({ name, size = 15 }: { readonly name: string | null; readonly size?: number }) {
  const Icon = name === null ? undefined : sensorIcons[name];
  return Icon === undefined ? null : <Icon size={size} aria-hidden />;
}
