import {
  Activity,
  BellRing,
  BookOpen,
  House,
  LayoutDashboard,
  Router,
  Settings,
  Workflow,
} from "lucide-react";

/** The places of the rail in order, each with the key that follows "g" and a short label for narrow screens. */
export const places = [
  { to: "/", label: "Home", short: "Home", icon: House, key: "h" },
  { to: "/boards", label: "Boards", short: "Boards", icon: LayoutDashboard, key: "b" },
  { to: "/devices", label: "Devices", short: "Devices", icon: Router, key: "d" },
  { to: "/chains", label: "Rule chains", short: "Chains", icon: Workflow, key: "c" },
  { to: "/alarms", label: "Alarms", short: "Alarms", icon: BellRing, key: "a" },
  { to: "/activity", label: "Activity", short: "Activity", icon: Activity, key: "y" },
  { to: "/settings", label: "Settings", short: "Settings", icon: Settings, key: "s" },
] as const;

/** The documentation. The server serves it outside the dashboard, so links to it load a new document. */
export const docsPlace = { to: "/docs", label: "Documentation", icon: BookOpen } as const;
