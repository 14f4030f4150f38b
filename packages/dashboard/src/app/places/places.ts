import {
  Activity,
  BellRing,
  BookOpen,
  ChartLine,
  House,
  LayoutDashboard,
  Router,
  Server,
  Settings,
  Workflow,
} from "lucide-react";
import type { Help } from "../../ui/learn-more.tsx";

/** A page of a place, with the guide about it if there is one. */
export interface PlaceTab {
  readonly tab: { readonly to: string; readonly label: string };
  readonly title: string;
  readonly help?: Help;
}

/** The pages of Devices, in the order of their tabs. */
export const devicesPages = [
  { tab: { to: "/devices", label: "All devices" }, title: "Devices", help: { guide: "fleets" } },
  { tab: { to: "/devices/groups", label: "Groups" }, title: "Device groups" },
  {
    tab: { to: "/devices/templates", label: "Templates" },
    title: "Templates",
    help: { guide: "fleets", part: "templates" },
  },
  { tab: { to: "/devices/sensor-types", label: "Sensor types" }, title: "Sensor types" },
  { tab: { to: "/devices/provisioning", label: "Provisioning" }, title: "Provisioning" },
  {
    tab: { to: "/devices/import", label: "Import" },
    title: "Import devices",
    help: { guide: "fleets", part: "create-devices-from-a-csv-file" },
  },
] as const satisfies readonly PlaceTab[];

/** The pages of Alarms, in the order of their tabs. */
export const alarmsPages = [
  { tab: { to: "/alarms", label: "Active" }, title: "Alarms", help: { guide: "alarms" } },
  { tab: { to: "/alarms/rules", label: "Rules" }, title: "Alert rules", help: { guide: "alert-rules" } },
  {
    tab: { to: "/alarms/notifications", label: "Notifications" },
    title: "Notifications",
    help: { guide: "notifications" },
  },
] as const satisfies readonly PlaceTab[];

/** The pages of System, in the order of their tabs. */
export const systemPages = [
  { tab: { to: "/system", label: "Status" }, title: "System" },
  { tab: { to: "/system/outbox", label: "Outbox" }, title: "Outbox" },
  { tab: { to: "/system/dead-letters", label: "Dead letters" }, title: "Dead letters" },
  { tab: { to: "/system/limits", label: "Limits" }, title: "Limits", help: { guide: "limits" } },
  { tab: { to: "/system/audit", label: "Audit log" }, title: "Audit log" },
  { tab: { to: "/system/cluster", label: "Cluster" }, title: "Cluster", help: { guide: "cluster" } },
] as const satisfies readonly PlaceTab[];

export type PlacePages = typeof devicesPages | typeof alarmsPages | typeof systemPages;

/** The places of the rail in order, each with the key that follows "g". */
export const places = [
  { to: "/", label: "Home", icon: House, key: "h" },
  { to: "/boards", label: "Boards", icon: LayoutDashboard, key: "b" },
  { to: "/devices", label: "Devices", icon: Router, key: "d" },
  { to: "/charts", label: "Charts", icon: ChartLine, key: "r" },
  { to: "/chains", label: "Rule chains", icon: Workflow, key: "c" },
  { to: "/alarms", label: "Alarms", icon: BellRing, key: "a" },
  { to: "/activity", label: "Activity", icon: Activity, key: "y" },
  { to: "/system", label: "System", icon: Server, key: "m" },
  { to: "/settings", label: "Settings", icon: Settings, key: "s" },
] as const;

/** The documentation. The server serves it outside the dashboard, so links to it load a new document. */
export const docsPlace = { to: "/docs", label: "Documentation", icon: BookOpen } as const;
