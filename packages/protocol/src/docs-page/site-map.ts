/**
 * The pages of the documentation, in the order of its menu. A guide is the file NAME.md in docs/guide/, and its title is the
 * title of its page. What comes first is for everybody who uses the dashboard; the last two groups are for operators.
 */
export const guideGroups = [
  {
    title: "Use Weir",
    guides: ["boards", "charts", "alarms", "alert-rules", "notifications", "import", "activity"],
  },
  { title: "Devices", guides: ["online-status", "fleets", "provisioning"] },
  { title: "Rule chains", guides: ["rule-chains", "nodes"] },
  { title: "Run a server", guides: ["people", "settings", "limits", "commands"] },
  {
    title: "Run a cluster",
    guides: ["cluster", "migrate", "cluster-backup", "scaling", "postgresql", "sql"],
  },
] as const;

export type GuideName = (typeof guideGroups)[number]["guides"][number];

export const guideNames: readonly GuideName[] = guideGroups.flatMap(({ guides }) => guides);

export const startPath = "/docs";
export const apiPath = "/docs/api";
/** The script of every page. */
export const scriptPath = "/docs.js";

/** The address of a guide, or of a part of it. */
export function guidePath(name: GuideName, part?: string): string {
  return part === undefined ? `/docs/${name}` : `/docs/${name}#${part}`;
}

/** The addresses of all pages in the order in which they are read. */
export const readingOrder: readonly string[] = [
  startPath,
  ...guideNames.map((name) => guidePath(name)),
  apiPath,
];

/** The pictures of the pages: the files NAME.png in docs/images/. `npm run screenshots -- --docs` takes them. */
export const pictureNames = [
  "home",
  "board",
  "tile",
  "charts",
  "alarm",
  "alert-rules",
  "notifications",
  "import",
  "devices",
  "request",
  "chain-editor",
] as const;

export type PictureName = (typeof pictureNames)[number];

export function picturePath(name: PictureName): string {
  return `/docs/images/${name}.png`;
}
