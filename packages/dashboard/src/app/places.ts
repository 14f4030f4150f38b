import { Activity, BellRing, House, Router, Settings, Workflow } from "lucide-react";

/** The places of the rail, in order, with the key that goes there after "g". */
export const places = [
  { to: "/", label: "Home", icon: House, key: "h" },
  { to: "/devices", label: "Devices", icon: Router, key: "d" },
  { to: "/chains", label: "Rule chains", icon: Workflow, key: "c" },
  { to: "/alarms", label: "Alarms", icon: BellRing, key: "a" },
  { to: "/activity", label: "Activity", icon: Activity, key: "y" },
  { to: "/settings", label: "Settings", icon: Settings, key: "s" },
] as const;
