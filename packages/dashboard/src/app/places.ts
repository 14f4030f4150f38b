import { Activity, BellRing, BookOpen, House, Router, Settings, Workflow } from "lucide-react";

/** The places of the rail, in order, with the key that goes there after "g", and what they are called where there is little room. */
export const places = [
  { to: "/", label: "Home", short: "Home", icon: House, key: "h" },
  { to: "/devices", label: "Devices", short: "Devices", icon: Router, key: "d" },
  { to: "/chains", label: "Rule chains", short: "Chains", icon: Workflow, key: "c" },
  { to: "/alarms", label: "Alarms", short: "Alarms", icon: BellRing, key: "a" },
  { to: "/activity", label: "Activity", short: "Activity", icon: Activity, key: "y" },
  { to: "/settings", label: "Settings", short: "Settings", icon: Settings, key: "s" },
] as const;

/** The documentation. It is a page of the server, not of the dashboard, so links to it load it. */
export const docsPlace = { to: "/docs", label: "Documentation", icon: BookOpen } as const;
