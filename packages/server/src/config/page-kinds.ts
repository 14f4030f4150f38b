import { fail, succeed } from "@weir/protocol/result";
import type { Kind } from "./setting-kinds.ts";
import { listed, shown } from "./setting-kinds.ts";

/** A site as a content security policy names it: a host, which may have a scheme before it and a port behind it. */
const sitePattern =
  /^(https?:\/\/)?(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/i;

/** Sites that may show a page in a frame. Nothing else gets into the policy, so an entry cannot add a rule to it. */
export const sites: Kind<readonly string[]> = {
  expected:
    "hosts like intranet.example.org, *.example.org or https://screens.example.org:8443, separated by commas " +
    "(in the file, a list of strings)",
  placeholder: "list",
  fromText: (text) => (text.trim() === "" ? [] : text.split(",").map((entry) => entry.trim())),
  parse(value) {
    if (!Array.isArray(value)) return fail(`is ${shown(value)}`);
    const bad = value.filter((entry) => typeof entry !== "string" || !sitePattern.test(entry));
    return bad.length > 0 ? fail(`holds ${listed(bad.map(shown), "and")}`) : succeed(value as string[]);
  },
  format: (value) => value.join(", "),
  toJson: (value) => value,
};
