import {
  Activity,
  BellPlus,
  BellRing,
  BookOpen,
  ChartNoAxesColumn,
  History,
  House,
  LayoutDashboard,
  MailX,
  Network,
  Router,
  Send,
  Server,
  Settings,
  Ticket,
  Workflow,
} from "lucide-react";

/** The pages of Devices, in the order of their tabs. */
export const devicesPages = [
  { to: "/devices", tab: "All devices", title: "Devices", icon: Router },
  { to: "/devices/provisioning", tab: "Provisioning", title: "Provisioning", icon: Ticket },
] as const;

/** The pages of Alarms, in the order of their tabs. */
export const alarmsPages = [
  { to: "/alarms", tab: "Alarms", title: "Alarms", icon: BellRing },
  { to: "/alarms/rules", tab: "Alert rules", title: "Alert rules", icon: BellPlus },
] as const;

/** The pages of System, in the order of their tabs. */
export const systemPages = [
  { to: "/system", tab: "Status", title: "System", icon: Server },
  { to: "/system/outbox", tab: "Outbox", title: "Outbox", icon: Send },
  { to: "/system/dead-letters", tab: "Dead letters", title: "Dead letters", icon: MailX },
  { to: "/system/limits", tab: "Limits", title: "Limits", icon: ChartNoAxesColumn },
  { to: "/system/audit", tab: "Audit log", title: "Audit log", icon: History },
  { to: "/system/cluster", tab: "Cluster", title: "Cluster", icon: Network },
] as const;

export type PlacePages = typeof devicesPages | typeof alarmsPages | typeof systemPages;

/** The places of the rail in order, each with the key that follows "g" and a short label for narrow screens. */
export const places = [
  { to: "/", label: "Home", short: "Home", icon: House, key: "h" },
  { to: "/boards", label: "Boards", short: "Boards", icon: LayoutDashboard, key: "b" },
  { to: "/devices", label: "Devices", short: "Devices", icon: Router, key: "d" },
  { to: "/chains", label: "Rule chains", short: "Chains", icon: Workflow, key: "c" },
  { to: "/alarms", label: "Alarms", short: "Alarms", icon: BellRing, key: "a" },
  { to: "/activity", label: "Activity", short: "Activity", icon: Activity, key: "y" },
  { to: "/system", label: "System", short: "System", icon: Server, key: "m" },
  { to: "/settings", label: "Settings", short: "Settings", icon: Settings, key: "s" },
] as const;

/** The documentation. The server serves it outside the dashboard, so links to it load a new document. */
export const docsPlace = { to: "/docs", label: "Documentation", icon: BookOpen } as const;
